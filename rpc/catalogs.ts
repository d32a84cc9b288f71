// What each organization can call, as one array that stays the same array until a server of it changes. Kept by the
// hub: the planner builds its search index once per array.
import { type CatalogTool, offeredName, type ToolDefinition } from '../domain/tool.ts'
import type { RegisteredServer } from '../domain/tool-server.ts'
import type { WithheldTools } from '../domain/tool-settings.ts'
import type { BuiltinTool } from './tools/tool.ts'

interface Catalog {
  readonly servers: readonly RegisteredServer[]
  readonly tools: readonly CatalogTool[]
}

/** Organizations whose array is kept; the one that was made first goes first. */
const catalogsKept = 1_000

export class Catalogs {
  readonly #builtins: readonly CatalogTool[]
  readonly #byOrganization = new Map<string, Catalog>()

  constructor(builtins: readonly BuiltinTool[]) {
    this.#builtins = builtins.map(tool => catalogTool(tool, null))
  }

  /** @param servers all of the organization's, also those that are switched off */
  of(organizationId: string, servers: readonly RegisteredServer[]): readonly CatalogTool[] {
    const enabled = servers.filter(server => server.enabled && server.tools.length > 0)
    if (enabled.length === 0) return this.#builtins
    const known = this.#byOrganization.get(organizationId)
    if (known !== undefined && isSame(known.servers, enabled)) return known.tools
    const tools = [
      ...this.#builtins,
      ...enabled.flatMap(({ slug, tools }) => tools.map(t => catalogTool(t, slug))),
    ]
    if (this.#byOrganization.size >= catalogsKept) {
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

/** Tools of servers that are switched on that cannot be called. @param servers the same array while nothing changed */
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

/** Definition only: a built-in tool's `run` stays here. */
function catalogTool(tool: ToolDefinition, server: string | null): CatalogTool {
  const { name, title, description, inputSchema, outputSchema, effect, keywords, examples } = tool
  return { name, title, description, inputSchema, outputSchema, effect, keywords, examples, server }
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((element, index) => element === b[index])
}
