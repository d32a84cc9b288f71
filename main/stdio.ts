// Tool servers on stdio of the process, opened by main.ts before the actors, which call them, and ended after
// them. A file that does not fit ends the start.

import type { Settings, Variables } from '../domain/settings/settings.ts'
import { findConfining } from '../rpc/stdio/launch.ts'
import { StdioDesk } from '../rpc/stdio/stdio-desk.ts'
import { noStdioServers, readStdioFile } from '../rpc/stdio/stdio-file.ts'
import { StdioServers } from '../rpc/stdio/stdio-servers.ts'
import type { Desk } from '../runtime/engine.ts'
import type { Lifecycle } from '../runtime/process/lifecycle.ts'

export interface OpenedStdio {
  readonly servers: StdioServers
  /** Takes the calls of hosts to servers on stdio, and leaves everything else to the desk. */
  readonly inFrontOf: (desk: Desk) => Desk
}

/** @throws {Error} what is wrong in the operator's file, all of it */
export async function openStdio(
  life: Lifecycle,
  { stdioServers: file }: Settings,
  environment: Variables,
): Promise<OpenedStdio> {
  const servers = file === null ? unopened() : await openServers(life, file, environment)
  const calls = new StdioDesk(servers)
  return {
    servers,
    inFrontOf: desk => message =>
      message.startsWith('{"type":"stdio-') ? calls.answer(message) : desk(message),
  }
}

/** Nothing is allowed, so nothing ever runs. */
export function unopened(): StdioServers {
  return new StdioServers({ settings: noStdioServers, confining: () => [], hasOwnUsers: false })
}

function openServers(life: Lifecycle, file: string, environment: Variables): Promise<StdioServers> {
  const isRoot = process.getuid?.() === 0
  return life.start(
    'Tool servers on stdio',
    async () => {
      const settings = await readStdioFile(file, { environment, isRoot })
      return new StdioServers({ settings, confining: await findConfining(), hasOwnUsers: isRoot })
    },
    servers => servers.close(),
  )
}
