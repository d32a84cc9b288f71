// What a saved workflow says of tools that it uses and that cannot be called at the moment: an admin has
// switched them off, they are quarantined, or they are gone. Found when the workflow is read, without
// planning it again. Called by the workflow routes and the resources of /rpc.
import type { Diagnostic, Plan } from '../../domain/plan/plan.ts'
import { type ToolUse, usesOf } from '../../domain/plan/tool-uses.ts'
import { type HubTool, offeredName } from '../../domain/tools/tool.ts'
import { type WithheldTools, withheldCode, withheldReason } from '../../domain/tools/tool-settings.ts'
import type { Services } from '../services.ts'

interface Read {
  readonly plan: Plan
  readonly diagnostics: readonly Diagnostic[]
}

type Hubs = Pick<Services, 'hub' | 'toolServers'>

/** The tools of servers that a plan names; built-in ones never go. */
const namedBy = new WeakMap<Plan, readonly ToolUse[]>()
const namesOf = new WeakMap<readonly HubTool[], ReadonlySet<string>>()

/** The workflow with what there is to say now; the same object when there is nothing. */
export function withAbsentTools<T extends Read>(
  services: Hubs,
  organizationId: string,
  workflow: T,
): T | Promise<T> {
  const uses = usesIn(workflow.plan)
  return uses.length === 0 ? workflow : judged(services, organizationId, workflow, uses)
}

async function judged<T extends Read>(
  { hub, toolServers }: Hubs,
  organizationId: string,
  workflow: T,
  uses: readonly ToolUse[],
): Promise<T> {
  const there = namesIn(await hub.list(organizationId))
  const absent = uses.filter(use => !there.has(nameOf(use)))
  if (absent.length === 0) return workflow
  const withheld = await hub.withheld(organizationId)
  const found: Diagnostic[] = []
  for (const use of absent) {
    const { code, message } = reasonOf(use, withheld) ?? (await goneBecause(use, toolServers, organizationId))
    const path = `${use.step.id}.${use.field}`
    if (workflow.diagnostics.some(known => known.path === path && known.code === code)) continue
    found.push({ code, severity: 'question', path, span: use.step.span, message })
  }
  return found.length === 0 ? workflow : { ...workflow, diagnostics: [...workflow.diagnostics, ...found] }
}

type Reason = Pick<Diagnostic, 'code' | 'message'>

function reasonOf(use: ToolUse, withheld: WithheldTools): Reason | null {
  const name = nameOf(use)
  const status = withheld.get(name)
  if (status === undefined) return null
  return { code: withheldCode(status), message: `${use.step.id}: ${withheldReason(name, status)}` }
}

async function goneBecause(
  { step, server: slug, tool }: ToolUse,
  toolServers: Hubs['toolServers'],
  organizationId: string,
): Promise<Reason> {
  const server = await toolServers.find(organizationId, slug!)
  if (server === null)
    return { code: 'UNKNOWN_TOOL', message: `${step.id}: there is no tool server ${slug} any more` }
  if (!server.enabled)
    return { code: 'TOOL_OFF', message: `${step.id}: tool server "${server.name}" is switched off` }
  return { code: 'UNKNOWN_TOOL', message: `${step.id}: tool server "${server.name}" has no tool ${tool}` }
}

function usesIn(plan: Plan): readonly ToolUse[] {
  let uses = namedBy.get(plan)
  if (uses === undefined) {
    uses = usesOf(plan.steps).tools.filter(({ server }) => server !== null)
    namedBy.set(plan, uses)
  }
  return uses
}

function namesIn(catalog: readonly HubTool[]): ReadonlySet<string> {
  let names = namesOf.get(catalog)
  if (names === undefined) {
    names = new Set(catalog.map(offeredName))
    namesOf.set(catalog, names)
  }
  return names
}

function nameOf({ server, tool }: ToolUse): string {
  return offeredName({ server, name: tool })
}
