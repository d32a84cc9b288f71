// The tools that each organization can call, as one array that stays the same until one of its servers
// changes. Kept by the hub: the planner builds its search index once per array.
import type { JsonSchema } from '../domain/json.ts'
import { type HubTool, offeredName, type ToolDefinition } from '../domain/tools/tool.ts'
import type { RegisteredServer } from '../domain/tools/tool-server.ts'
import type { WithheldTools } from '../domain/tools/tool-settings.ts'
import type { BuiltinTool } from './builtin/tool.ts'

interface ToolList {
  readonly servers: readonly RegisteredServer[]
  readonly tools: readonly HubTool[]
}

/** Organizations whose array is kept; past this the oldest goes. */
const listsKept = 1_000

export class OfferedTools {
  readonly #builtins: readonly HubTool[]
  readonly #byOrganization = new Map<string, ToolList>()

  constructor(builtins: readonly BuiltinTool[]) {
    this.#builtins = builtins.map(tool => hubTool(tool, null))
  }

  /** @param servers all of the organization's servers, disabled ones too */
  of(organizationId: string, servers: readonly RegisteredServer[]): readonly HubTool[] {
    const enabled = servers.filter(server => server.enabled && server.tools.length > 0)
    if (enabled.length === 0) return this.#builtins
    const known = this.#byOrganization.get(organizationId)
    if (known !== undefined && isSame(known.servers, enabled)) return known.tools
    const tools = [
      ...this.#builtins,
      ...enabled.flatMap(({ slug, tools, observed }) =>
        tools.map(tool => hubTool(tool, slug, observed?.get(tool.name))),
      ),
    ]
    if (this.#byOrganization.size >= listsKept) {
      this.#byOrganization.delete(this.#byOrganization.keys().next().value!)
    }
    this.#byOrganization.set(organizationId, { servers: enabled, tools })
    return tools
  }
}

const toolsByName = new WeakMap<readonly ToolDefinition[], ReadonlyMap<string, ToolDefinition>>()

/** The server's tool of that name, or null. */
export function toolOf({ tools }: RegisteredServer, name: string): ToolDefinition | null {
  let byName = toolsByName.get(tools)
  if (byName === undefined) {
    byName = new Map(tools.map(tool => [tool.name, tool]))
    toolsByName.set(tools, byName)
  }
  return byName.get(name) ?? null
}

const withheldByServers = new WeakMap<readonly RegisteredServer[], WithheldTools>()

/**
 * Tools of enabled servers that cannot be called.
 * @param servers the same array while nothing changes
 */
export function withheldOf(servers: readonly RegisteredServer[]): WithheldTools {
  let withheld = withheldByServers.get(servers)
  if (withheld === undefined) {
    const tools = servers
      .filter(server => server.enabled)
      .flatMap(({ slug, controls }) =>
        (controls?.withheld ?? []).map(
          ({ name, status }) => [offeredName({ server: slug, name }), status] as const,
        ),
      )
    withheld = new Map(tools)
    withheldByServers.set(servers, withheld)
  }
  return withheld
}

/** The definition only, without the `run` of a built-in tool. */
function hubTool(tool: ToolDefinition, server: string | null, observedOutput?: JsonSchema): HubTool {
  const { name, title, description, inputSchema, outputSchema, effect, keywords, examples } = tool
  const hints = tool.annotations !== undefined && { annotations: tool.annotations }
  const definition = { name, title, description, inputSchema, outputSchema, effect, keywords, examples }
  return { ...definition, ...hints, server, ...(observedOutput !== undefined && { observedOutput }) }
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((element, index) => element === b[index])
}
