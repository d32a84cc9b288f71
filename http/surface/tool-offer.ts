// What one set of rights in one organization can call on /rpc: the service's own tools, a `run_<slug>` for each workflow
// that is marked as a tool, and the tools of registered servers. Made once, and kept until one of its sources changes.
// 1. What may not be called is not there: the same map answers the list, a definition and a call.
// 2. A catalog of more than `listedMost` tools is not listed: agents find its tools with search_tools.
import { rpcName } from '../../domain/offered-name.ts'
import { allows, type Caller } from '../../domain/permissions.ts'
import { type CatalogTool, offeredName, type ToolDefinition } from '../../domain/tool.ts'
import { allowsTool } from '../../domain/tool-allowance.ts'
import { toolSearch } from '../../domain/tool-search.ts'
import { runToolName } from '../../domain/workflow-slug.ts'
import { pageOf } from '../../rpc/surface/list-cursor.ts'
import type { SurfacePage } from '../../rpc/surface/surface.ts'
import { type WireTool, wireListText, wireTool } from '../../rpc/tool-wire.ts'
import type { WorkflowTool } from '../../storage/workflow-tools.ts'
import type { ServiceTool } from '../service-tools.ts'
import { finderTools } from './finder-tools.ts'

export type OfferedTool = { readonly definition: ToolDefinition | CatalogTool; readonly wire: WireTool } & (
  | { readonly type: 'service'; readonly tool: ServiceTool }
  | { readonly type: 'run'; readonly workflowId: string }
  | { readonly type: 'registered'; readonly server: string; readonly tool: string }
  | { readonly type: 'search' }
  | { readonly type: 'call' }
)

/** Where the tools of an organization come from. Each is the same array while nothing about it changed. */
export interface OfferSources {
  readonly serviceTools: readonly ServiceTool[]
  readonly workflows: readonly WorkflowTool[]
  readonly catalog: readonly CatalogTool[]
}

/** Past so many, tools are found and not listed: a list is read into the context of a model as a whole. */
export const listedMost = 100
const pageSize = 200

export class ToolOffer {
  readonly sources: OfferSources
  /** The result of tools/list, as JSON. */
  readonly listText: string
  readonly #byName: ReadonlyMap<string, OfferedTool>
  readonly #listed: readonly OfferedTool[]
  readonly #firstPage: SurfacePage<WireTool>
  readonly #found: readonly OfferedTool[]
  /** Those that are found, as the search wants them; made at the first search. */
  #catalog: readonly CatalogTool[] | null = null

  constructor(caller: Caller, sources: OfferSources) {
    const own = serviceOffer(caller, sources)
    const found = [...runOffer(caller, sources), ...registeredOffer(caller, sources)]
    const isLarge = own.length + found.length > listedMost
    this.sources = sources
    this.#found = found
    this.#listed = isLarge ? [...own, ...finders] : [...own, ...found]
    this.#byName = new Map([...this.#listed, ...found].map(tool => [tool.wire.name, tool]))
    this.listText = wireListText(this.#listed.map(({ definition }) => definition))
    this.#firstPage = this.#pageAt(null)
  }

  /** Rough size in memory, in characters; schemas belong to the sources. */
  get size(): number {
    return 1_000 + this.listText.length + 500 * this.#found.length
  }

  find(name: string): OfferedTool | null {
    return this.#byName.get(name) ?? null
  }

  /** @throws {RpcError} invalid params: no cursor of ours */
  page(cursor: string | null): SurfacePage<WireTool> {
    return cursor === null ? this.#firstPage : this.#pageAt(cursor)
  }

  /** Tools of workflows and servers by words, the best first, at most 12. */
  search(words: string): readonly WireTool[] {
    this.#catalog ??= this.#found.map(({ definition }) => ({ server: null, ...definition }))
    return toolSearch(this.#catalog)
      .matching(words)
      .map(({ tool }) => this.#byName.get(rpcName(tool))!.wire)
  }

  #pageAt(cursor: string | null): SurfacePage<WireTool> {
    const wires = this.#listed.map(({ wire }) => wire)
    return pageOf(wires, ({ name }) => name, { cursor, size: pageSize })
  }
}

const finders: readonly OfferedTool[] = [
  { type: 'search', ...offered(finderTools.search) },
  { type: 'call', ...offered(finderTools.call) },
]

function serviceOffer(caller: Caller, { serviceTools }: OfferSources): OfferedTool[] {
  return serviceTools
    .filter(({ permission }) => permission === null || allows(caller, permission))
    .filter(({ definition }) => allowsTool(allowanceOf(caller), definition.name))
    .map(tool => ({ type: 'service', ...offered(tool.definition), tool }))
}

function runOffer(caller: Caller, { workflows }: OfferSources): OfferedTool[] {
  if (!allows(caller, 'execution:start')) return []
  return workflows
    .filter(({ slug }) => allowsTool(allowanceOf(caller), runToolName(slug)))
    .map(workflow => ({ type: 'run', ...offered(runTool(workflow)), workflowId: workflow.id }))
}

function registeredOffer(caller: Caller, { catalog }: OfferSources): OfferedTool[] {
  if (!allows(caller, 'tool:call')) return []
  const allowance = allowanceOf(caller)
  return catalog.flatMap(tool => {
    const { server, name } = tool
    if (server === null) return []
    if (!allowsTool(allowance, rpcName(tool)) && !allowsTool(allowance, offeredName(tool))) return []
    return [{ type: 'registered', ...offered(tool), server, tool: name }]
  })
}

function runTool({ slug, name, description, prompt, inputsSchema }: WorkflowTool): ToolDefinition {
  return {
    name: runToolName(slug),
    title: name,
    description: description || `Runs the workflow "${name}" and gives its output: ${prompt}`,
    inputSchema: inputsSchema,
    // What a workflow gives back is known when it has run.
    outputSchema: null,
    effect: 'destructive',
    keywords: ['run', 'workflow'],
    examples: [],
  }
}

function offered<T extends ToolDefinition | CatalogTool>(definition: T) {
  return { definition, wire: wireTool(definition) }
}

export function allowanceOf({ key }: Caller) {
  return key?.tools ?? null
}
