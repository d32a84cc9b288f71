// The tools that one set of rights in one organization can call on /rpc: the service's own, a `run_<slug>`
// for each workflow that is marked as a tool, and those of registered servers. Kept until one of its sources
// changes.
// 1. A tool that may not be called does not exist: the same map answers the list, a definition and a call.
// 2. Past `listedMost` tools, those of servers are not listed: agents find them with search_tools.
// 3. The catalog that is searched has the built-in tools too, for whoever writes workflows.

import { Failure } from '../../domain/failure.ts'
import type { JsonObject } from '../../domain/json.ts'
import { allows, type Caller } from '../../domain/people/permissions.ts'
import { hintsOfPlan } from '../../domain/plan/tool-uses.ts'
import { rpcName } from '../../domain/tools/offered-name.ts'
import { runOutputSchema } from '../../domain/tools/run-output.ts'
import { shownTool } from '../../domain/tools/shown-schema.ts'
import { type HubTool, offeredName, type ToolDefinition } from '../../domain/tools/tool.ts'
import { allowsTool } from '../../domain/tools/tool-allowance.ts'
import { runToolName } from '../../domain/work/workflow-slug.ts'
import { pageOf } from '../../rpc/surface/list-cursor.ts'
import type { SurfacePage } from '../../rpc/surface/surface.ts'
import { type WireTool, wireListText, wireTool } from '../../rpc/tool-wire.ts'
import type { WorkflowTool } from '../../storage/workflows/workflow-tools.ts'
import { describedTool, type FoundTool, finderTools, foundMost, rowOf } from './finder-tools.ts'
import { cut } from './route-tools/brief.ts'
import { planWorkflow } from './route-tools/planning-tools.ts'
import type { ServiceTool } from './service-tools.ts'

export type OfferedTool = { readonly definition: ToolDefinition | HubTool; readonly wire: WireTool } & (
  | { readonly type: 'service'; readonly tool: ServiceTool }
  | { readonly type: 'run'; readonly workflowId: string }
  | { readonly type: 'registered'; readonly server: string; readonly tool: string }
  | { readonly type: 'search' }
  | { readonly type: 'describe' }
  | { readonly type: 'call' }
  | { readonly type: 'guide' }
)

/** The sources of an organization's tools. Each is the same array until something about it changes. */
export interface OfferSources {
  readonly serviceTools: readonly ServiceTool[]
  readonly workflows: readonly WorkflowTool[]
  readonly catalog: readonly HubTool[]
}

/** A model reads the whole list into its context. */
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
  /** Tools of workflows and servers. */
  readonly #callable: readonly OfferedTool[]
  /** Tools that only steps of workflows call. */
  readonly #forSteps: readonly HubTool[]
  /** The searchable tools; made at the first search. */
  #catalog: readonly HubTool[] | null = null

  constructor(caller: Caller, sources: OfferSources) {
    const own = serviceOffer(caller, sources)
    const runs = runOffer(caller, sources)
    const foreign = registeredOffer(caller, sources)
    const isLarge = foreign.length > 0 && own.length + runs.length + foreign.length > listedMost
    const finders = [...guideOffer(caller, own), ...finderOffer(caller, isLarge)]
    this.sources = sources
    this.#callable = [...runs, ...foreign]
    this.#forSteps = findsForSteps(caller) ? notIn(foreign, sources.catalog) : []
    this.#listed = [...own, ...finders, ...runs, ...(isLarge ? [] : foreign)]
    this.#byName = new Map([...this.#listed, ...foreign].map(tool => [tool.wire.name, tool]))
    this.listText = wireListText(this.#listed.map(({ definition }) => definition))
    this.#firstPage = this.#pageAt(null)
  }

  /** Rough size in memory, in characters; schemas belong to the sources. */
  get size(): number {
    return 1_000 + this.listText.length + 500 * this.#callable.length
  }

  find(name: string): OfferedTool | null {
    return this.#byName.get(name) ?? null
  }

  /** @throws {RpcError} invalid params: no cursor of ours */
  page(cursor: string | null): SurfacePage<WireTool> {
    return cursor === null ? this.#firstPage : this.#pageAt(cursor)
  }

  /** Rows of search_tools. */
  async search(find: FindTools): Promise<readonly JsonObject[]> {
    const tools = this.#searched()
    const places = await find(tools)
    return places.slice(0, foundMost).map(at => rowOf(this.#foundAt(tools[at]!)))
  }

  /**
   * The answer of describe_tool.
   * @throws {Failure} not-found
   */
  describe(name: string): JsonObject {
    const offered = this.#byName.get(name)
    if (offered !== undefined) return describedTool({ ...offered, callable: true })
    const tool = this.#searched().find(each => offeredName(each) === name)
    if (tool === undefined)
      throw new Failure('not-found', `there is no tool ${name.slice(0, 100)}: search_tools finds names`)
    return describedTool(this.#foundAt(tool))
  }

  #searched(): readonly HubTool[] {
    const callable = () => this.#callable.map(({ definition }) => ({ server: null, ...definition }))
    this.#catalog ??= [...callable(), ...this.#forSteps]
    return this.#catalog
  }

  #foundAt(tool: HubTool): FoundTool {
    const offered = this.#byName.get(rpcName(tool))
    if (offered !== undefined && offered.type !== 'service') return { ...offered, callable: true }
    return { ...asOffered(tool), callable: false }
  }

  #pageAt(cursor: string | null): SurfacePage<WireTool> {
    const wires = this.#listed.map(({ wire }) => wire)
    return pageOf(wires, ({ name }) => name, { cursor, size: pageSize })
  }
}

function notIn(offered: readonly OfferedTool[], catalog: readonly HubTool[]): readonly HubTool[] {
  const names = new Set(offered.map(({ wire }) => wire.name))
  return catalog.filter(tool => !names.has(rpcName(tool)))
}

/** Whoever reads tools searches those that steps call; a key with a list only if that names the search. */
function findsForSteps(caller: Caller): boolean {
  return allows(caller, 'tool:read') && allowsTool(allowanceOf(caller), finderTools.search.name)
}

/** For whoever plans. */
function guideOffer(caller: Caller, own: readonly OfferedTool[]): OfferedTool[] {
  const { guide } = finderTools
  const plans = own.some(({ wire }) => wire.name === planWorkflow.name)
  return plans && allowsTool(allowanceOf(caller), guide.name) ? [{ type: 'guide', ...asOffered(guide) }] : []
}

function finderOffer(caller: Caller, isLarge: boolean): OfferedTool[] {
  const finders: OfferedTool[] = []
  const { search, describe, call } = finderTools
  const isAllowed = ({ name }: ToolDefinition) => isLarge || allowsTool(allowanceOf(caller), name)
  if (!isLarge && !allows(caller, 'tool:read')) return []
  if (isAllowed(search)) finders.push({ type: 'search', ...asOffered(search) })
  if (isAllowed(describe)) finders.push({ type: 'describe', ...asOffered(describe) })
  if (isLarge) finders.push({ type: 'call', ...asOffered(call) })
  return finders
}

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
  { slug, name, description, prompt, inputsSchema, outputSchema, uses }: WorkflowTool,
  tools: ReadonlyMap<string, HubTool>,
): ToolDefinition {
  const annotations = hintsOfPlan(uses, ({ server, tool }) => tools.get(offeredName({ server, name: tool })))
  return {
    name: runToolName(slug),
    title: name,
    description: description || `Runs the workflow "${name}" and gives its output: ${cut(prompt, 300)}`,
    inputSchema: inputsSchema,
    outputSchema: runOutputSchema(outputSchema),
    effect: annotations.readOnlyHint ? 'read' : annotations.destructiveHint ? 'destructive' : 'write',
    annotations,
    keywords: ['run', 'workflow'],
    examples: [],
  }
}

/** Without the words that only planners read. */
function asOffered<T extends ToolDefinition | HubTool>(tool: T) {
  const definition = shownTool(tool)
  return { definition, wire: wireTool(definition) }
}

export function allowanceOf({ key }: Caller) {
  return key?.tools ?? null
}

/** What a tool does to the world; null: the catalog does not have it. */
export function effectOf({ sources }: ToolOffer, tool: string | null): HubTool['effect'] | null {
  return sources.catalog.find(each => offeredName(each) === tool)?.effect ?? null
}
