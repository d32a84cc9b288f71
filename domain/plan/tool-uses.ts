// Which tools a plan uses, and what it may therefore do: the hints of the tool that runs its workflow, and
// what is told about tools that are gone. Called by http/.
// 1. What is not known is taken for the worst: a tool that is gone, and what another workflow does.
import type { HubTool, ToolAnnotations } from '../tools/tool.ts'
import { mayDestroy } from '../tools/tool-settings.ts'
import type { CalledTool } from './blocks/block.ts'
import { blockOf } from './blocks/blocks.ts'
import { allSteps } from './nested-steps.ts'
import type { Step } from './plan.ts'

export interface ToolUse extends CalledTool {
  /** The step that names it. */
  readonly step: { readonly id: string; readonly span: readonly [number, number] | null }
}

export interface PlanUses {
  readonly tools: readonly ToolUse[]
  readonly asksModel: boolean
  readonly runsWorkflows: boolean
}

export function usesOf(steps: readonly Step[]): PlanUses {
  const all = allSteps(steps)
  return {
    tools: all.flatMap(toolsOf),
    asksModel: all.some(step => blockOf(step).asksModel),
    runsWorkflows: all.some(step => blockOf(step).runs !== undefined),
  }
}

function toolsOf(step: Step): readonly ToolUse[] {
  const { id, span = null } = step
  return (blockOf(step).calls?.(step) ?? []).map(called => ({ step: { id, span }, ...called }))
}

/** @param find the tool, if it can be called */
export function hintsOfPlan(
  { tools, asksModel, runsWorkflows }: PlanUses,
  find: (use: ToolUse) => HubTool | undefined,
): Required<ToolAnnotations> {
  const hints = tools.map(use => hintsOf(use, find(use)))
  const isCalm = !runsWorkflows
  return {
    readOnlyHint: isCalm && hints.every(({ readOnlyHint }) => readOnlyHint),
    destructiveHint: runsWorkflows || hints.some(({ destructiveHint }) => destructiveHint),
    idempotentHint: isCalm && hints.every(({ idempotentHint }) => idempotentHint),
    openWorldHint: runsWorkflows || asksModel || hints.some(({ openWorldHint }) => openWorldHint),
  }
}

function hintsOf({ effect }: ToolUse, tool: HubTool | undefined): Required<ToolAnnotations> {
  const known = tool?.effect ?? effect
  const readOnlyHint = known === 'pure' || known === 'read'
  const { idempotentHint = false, openWorldHint = known !== 'pure' } = tool?.annotations ?? {}
  return {
    readOnlyHint,
    destructiveHint: tool === undefined ? !readOnlyHint : mayDestroy(tool),
    idempotentHint: readOnlyHint || idempotentHint,
    openWorldHint,
  }
}
