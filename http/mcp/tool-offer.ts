// The tools that one set of rights in one organization can call on /rpc: the service's own, a `run_<slug>`
// for each workflow that is marked as a tool, and those of registered servers. Kept until one of its sources
// changes.
// 1. A tool that may not be called does not exist: the same map answers the list, a definition and a call.
// 2. A catalog of more than `listedMost` tools is not listed: agents find its tools with search_tools.

import { allows, type Caller } from '../../domain/people/permissions.ts'
import { hintsOfPlan } from '../../domain/plan/tool-uses.ts'
import { rpcName } from '../../domain/tools/offered-name.ts'
import { type HubTool, offeredName, type ToolDefinition } from '../../domain/tools/tool.ts'
import { allowsTool } from '../../domain/tools/tool-allowance.ts'
import { runToolName } from '../../domain/work/workflow-slug.ts'
import { pageOf } from '../../rpc/surface/list-cursor.ts'
import type { SurfacePage } from '../../rpc/surface/surface.ts'
import { type WireTool, wireListText, wireTool } from '../../rpc/tool-wire.ts'
import type { WorkflowTool } from '../../storage/workflows/workflow-tools.ts'
import { finderTools } from './finder-tools.ts'
import type { ServiceTool } from './service-tools.ts'

export type OfferedTool = { readonly definition: ToolDefinition | HubTool; readonly wire: WireTool } & (
  | { readonly type: 'service'; readonly tool: ServiceTool }
  | { readonly type: 'run'; readonly workflowId: string }
  | { readonly type: 'registered'; readonly server: string; readonly tool: string }
  | { readonly type: 'search' }
  | { readonly type: 'call' }
)

/** The sources of an organization's tools. Each is the same array until something about it changes. */
export interface OfferSources {
  readonly serviceTools: readonly ServiceTool[]
  readonly workflows: readonly WorkflowTool[]
  readonly catalog: readonly HubTool[]
}

/**
 * With more tools than this, they are found by search and not listed: a model reads the whole list into its
 * context.
 */
export const listedMost = 100
const pageSize = 200

/** @returns the places in the array of those that are sought, best first */
export type FindTools = (tools: readonly HubTool[]) => Promise<readonly number[]>

export class ToolOffer {
  readonly sources: OfferSources
  /** The result of tools/list, as JSON. */
  readonly listText: string
  readonly #byName: ReadonlyMap<string, OfferedTool>
  readonly #listed: readonly OfferedTool[]
  readonly #firstPage: SurfacePage<WireTool>
  readonly #found: readonly OfferedTool[]
  /** The searchable tools; made at the first search. */
  #catalog: readonly HubTool[] | null = null

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

  /** Finds tools of workflows and servers. */
  async search(find: FindTools): Promise<readonly WireTool[]> {
    const tools = this.#catalog ?? this.#found.map(({ definition }) => ({ server: null, ...definition }))
    this.#catalog = tools
    return (await find(tools)).map(at => this.#byName.get(rpcName(tools[at]!))!.wire)
  }

  #pageAt(cursor: string | null): SurfacePage<WireTool> {
    const wires = this.#listed.map(({ wire }) => wire)
    return pageOf(wires, ({ name }) => name, { cursor, size: pageSize })
  }
}

const finders: readonly OfferedTool[] = [
  { type: 'search', ...asOffered(finderTools.search) },
  { type: 'call', ...asOffered(finderTools.call) },
]

function serviceOffer(caller: Caller, { serviceTools }: OfferSources): OfferedTool[] {
  return serviceTools
    .filter(({ permission }) => permission === null || allows(caller, permission))
    .filter(({ definition }) => allowsTool(allowanceOf(caller), definition.name))
    .map(tool => ({ type: 'service', ...asOffered(tool.definition), tool }))
}

function runOffer(caller: Caller, { workflows, catalog }: OfferSources): OfferedTool[] {
  if (!allows(caller, 'execution:start') || workflows.length === 0) return []
  const tools = new Map(catalog.map(tool => [offeredName(tool), tool]))
  return workflows
    .filter(({ slug }) => allowsTool(allowanceOf(caller), runToolName(slug)))
    .map(workflow => ({ type: 'run', ...asOffered(runTool(workflow, tools)), workflowId: workflow.id }))
}

function registeredOffer(caller: Caller, { catalog }: OfferSources): OfferedTool[] {
  if (!allows(caller, 'tool:call')) return []
  const allowance = allowanceOf(caller)
  return catalog.flatMap(tool => {
    const { server, name } = tool
    if (server === null) return []
    if (!allowsTool(allowance, rpcName(tool)) && !allowsTool(allowance, offeredName(tool))) return []
    return [{ type: 'registered', ...asOffered(tool), server, tool: name }]
  })
}

function runTool(
  { slug, name, description, prompt, inputsSchema, uses }: WorkflowTool,
  tools: ReadonlyMap<string, HubTool>,
): ToolDefinition {
  const annotations = hintsOfPlan(uses, ({ server, tool }) => tools.get(offeredName({ server, name: tool })))
  return {
    name: runToolName(slug),
    title: name,
    description: description || `Runs the workflow "${name}" and gives its output: ${prompt}`,
    inputSchema: inputsSchema,
    // The output of a workflow is known only after its run.
    outputSchema: null,
    effect: annotations.readOnlyHint ? 'read' : annotations.destructiveHint ? 'destructive' : 'write',
    annotations,
    keywords: ['run', 'workflow'],
    examples: [],
  }
}

function asOffered<T extends ToolDefinition | HubTool>(definition: T) {
  return { definition, wire: wireTool(definition) }
}

export function allowanceOf({ key }: Caller) {
  return key?.tools ?? null
}
