// Tool servers on stdio of the process, opened by main.ts before the actors, which call them, and ended after
// them. A file that does not fit ends the start.
import { stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Settings, Variables } from '../domain/settings/settings.ts'
import { createNpm } from '../rpc/packages/npm.ts'
import { noPackages, Packages } from '../rpc/packages/packages.ts'
import { findConfining } from '../rpc/stdio/launch.ts'
import { StdioDesk } from '../rpc/stdio/stdio-desk.ts'
import { noStdioServers, readStdioFile, type StdioSettings } from '../rpc/stdio/stdio-file.ts'
import { StdioServers } from '../rpc/stdio/stdio-servers.ts'
import type { Desk } from '../runtime/engine.ts'
import type { Lifecycle } from '../runtime/process/lifecycle.ts'

export interface OpenedStdio {
  readonly servers: StdioServers
  /** What the operator allows. */
  readonly allowed: StdioSettings
  /** Takes the calls of hosts to servers on stdio, and leaves everything else to the desk. */
  readonly inFrontOf: (desk: Desk) => Desk
}

/** @throws {Error} what is wrong in the operator's file, all of it */
export async function openStdio(
  life: Lifecycle,
  settings: Settings,
  environment: Variables,
): Promise<OpenedStdio> {
  const opened = settings.stdioServers === null ? undefined : await openServers(life, settings, environment)
  const { servers, allowed } = opened ?? { servers: unopened(), allowed: noStdioServers }
  const calls = new StdioDesk(servers)
  return {
    ...{ servers, allowed },
    inFrontOf: desk => message =>
      message.startsWith('{"type":"stdio-') ? calls.answer(message) : desk(message),
  }
}

/** Nothing is allowed, so nothing ever runs. */
export function unopened(): StdioServers {
  const parts = { settings: noStdioServers, confining: () => [], hasOwnUsers: false }
  return new StdioServers({ ...parts, packages: noPackages() })
}

function openServers(
  life: Lifecycle,
  { stdioServers: file, dataDir }: Settings,
  environment: Variables,
): Promise<Pick<OpenedStdio, 'servers' | 'allowed'>> {
  const isRoot = process.getuid?.() === 0
  return life.start(
    'Tool servers on stdio',
    async () => {
      const settings = await readStdioFile(file!, { environment, isRoot })
      const confining = await findConfining()
      const home = resolve(dataDir, 'packages')
      if (settings.packages !== null && isRoot) await refuseClosed(dirname(home))
      const program = settings.packages?.program ?? ''
      const npm = createNpm({ program, confining, environment })
      const packages = new Packages({ settings: settings.packages, home, npm })
      const servers = new StdioServers({ settings, confining, hasOwnUsers: isRoot, packages })
      return { servers, allowed: settings }
    },
    ({ servers }) => servers.close(),
  )
}

/** Children have users of their own, and run what is in there. @throws {Error} they can not read it */
async function refuseClosed(folder: string): Promise<void> {
  if ((process.umask() & 0o005) !== 0)
    throw new Error('STDIO_SERVERS: packages: expected a umask that lets others read, such as 022')
  const { mode } = await stat(folder)
  if ((mode & 0o001) === 0)
    throw new Error(
      `STDIO_SERVERS: packages: ${folder} is closed to the users of their processes: allow others to pass (chmod o+x)`,
    )
  if (dirname(folder) !== folder) await refuseClosed(dirname(folder))
}
