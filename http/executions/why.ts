// Adds the trouble of tool servers to the reasons why an execution waits: the execution knows what it waits
// for, but not the health of the server behind it. Called by GET /executions/:id/why.
import { splitOfferedName } from '../../domain/tools/tool.ts'
import type { RegisteredServer } from '../../domain/tools/tool-server.ts'
import { withheldReason } from '../../domain/tools/tool-settings.ts'
import type { Reason, Why } from '../../domain/work/why.ts'

/** @param servers of the organization */
export function withServers(why: Why, servers: readonly RegisteredServer[]): Why {
  return { ...why, waitsFor: why.waitsFor.map(reason => withServer(reason, servers)) }
}

function withServer(reason: Reason, servers: readonly RegisteredServer[]): Reason {
  const { tool } = reason
  if (tool === null || reason.kind === 'approval') return reason
  const named = splitOfferedName(tool)
  const server = servers.find(({ slug }) => slug === named.server)
  const trouble = server && troubleOf(server, named.tool)
  if (server === undefined || trouble === null) return reason
  const { id, status, error } = server
  return {
    ...reason,
    message: `${reason.message}; ${trouble}`,
    server: { id, name: server.name, status, error },
  }
}

/** The reason why a tool of the server does not work; null when none is known. */
function troubleOf(
  { name, slug, status, error, enabled, controls }: RegisteredServer,
  tool: string,
): string | null {
  if (!enabled) return `its tool server "${name}" is switched off`
  const withheld = controls?.withheld.find(one => one.name === tool)
  if (withheld !== undefined) return withheldReason(`${slug}__${tool}`, withheld.status)
  return status === 'down' ? `its tool server "${name}" is down: ${error ?? 'it has not answered yet'}` : null
}
