// Tool servers on stdio as the hub calls them, over real processes that a test describes.
import { setTimeout as pause } from 'node:timers/promises'
import type { Test } from 'tap'
import type { JsonObject } from '../../../domain/json.ts'
import { createOutbound } from '../../../rpc/outbound/outbound.ts'
import { noPackages } from '../../../rpc/packages/packages.ts'
import { createRemoteServers, type RemoteParts } from '../../../rpc/remote/remote-server.ts'
import { findConfining } from '../../../rpc/stdio/launch.ts'
import { readStdioFile } from '../../../rpc/stdio/stdio-file.ts'
import { StdioServers } from '../../../rpc/stdio/stdio-servers.ts'
import type { ToolProgress } from '../../../rpc/tool-progress.ts'
import { stdioFile } from '../../support/servers/stdio-file.ts'

export const isRoot = process.getuid!() === 0
/** Set by unprivileged.test.ts: as on a machine without setpriv and prlimit. */
const folders = process.env['WITHOUT_UTIL_LINUX'] === '1' ? [] : undefined

export interface Asked {
  readonly server?: string
  readonly organizationId?: string
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: ToolProgress) => void
  readonly credentialId?: string
}

/** @param file as the operator writes it; a server without a command runs the fixture */
export async function given(
  t: Test,
  file: Parameters<typeof stdioFile>[0],
  parts: RemoteParts & { readonly environment?: Record<string, string> } = {},
) {
  const { environment = {}, ...more } = parts
  const settings = await readStdioFile(stdioFile(file), { environment, isRoot })
  const stdio = new StdioServers({
    settings,
    confining: await findConfining(folders),
    hasOwnUsers: isRoot,
    packages: noPackages(),
  })
  const outbound = createOutbound({ policy: 'open' })
  const remote = createRemoteServers(outbound, { ...more, stdio })
  t.teardown(() => Promise.all([stdio.close(), outbound.close()]))
  const targetOf = (name: string, { server, organizationId = 'org_1', credentialId }: Asked) => ({
    ...{ id: server ?? `srv_${organizationId}_${name}`, organizationId, name, url: `stdio:${name}` },
    ...({ protocol: 'mcp', credentialId } as const),
  })
  return {
    stdio,
    list: (name: string, asked: Asked & { readonly isAnew?: boolean } = {}) =>
      remote.list(targetOf(name, asked), {
        timeoutMs: asked.timeoutMs ?? 60_000,
        isAnew: asked.isAnew ?? false,
      }),
    call: (name: string, tool: string, args: JsonObject = {}, asked: Asked = {}) =>
      remote.call(
        targetOf(name, asked),
        { name: tool, inputSchema: {}, outputSchema: null, effect: 'write', annotations: {} },
        { args, idempotencyKey: 'exec_1/a', timeoutMs: 60_000, ...asked },
      ),
    logOf: (name: string) => stdio.log(`srv_org_1_${name}`),
  }
}

/** Waits until the process is gone. @returns whether it is still there after ten seconds */
export async function isStillThere(pid: number): Promise<boolean> {
  const until = Date.now() + 10_000
  while (isAlive(pid) && Date.now() < until) await pause(5)
  return isAlive(pid)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
