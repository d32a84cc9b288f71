// A dry run of a plan: tools are called that only read, or that can say what they would do; everything else
// is made up. Runs confined, once for each round of reads (rehearsal.ts).
import { own } from '../../../domain/own.ts'
import type { ToolResult } from '../../../domain/tools/tool.ts'
import { type DryRun, rehearsalBounds } from '../../../domain/work/rehearsal.ts'
import type { ToolCallEffect } from '../protocol.ts'
import { type Answers, type RehearsalTask, type Rehearsed, rehearse } from './rehearse.ts'
import { shownValues, stepsOf } from './shown.ts'

/** One call of a tool, and what it gave. */
export interface Read extends Pick<ToolCallEffect, 'id' | 'attempt'> {
  readonly result: string
}

export interface DryRunTask extends RehearsalTask {
  /** The reads so far, with their results as JSON. */
  readonly known: readonly Read[]
  /** May more tools be called? If not, the rest is made up. */
  readonly mayRead: boolean
}

export type DryRunRound =
  | { readonly type: 'owed'; readonly calls: readonly ToolCallEffect[] }
  | { readonly type: 'done'; readonly run: Omit<DryRun, 'workflowId' | 'version' | 'reads'> }

/** What is made up says nothing of whether an execution's output fits. */
async function rehearsed(task: RehearsalTask, answers: Answers): Promise<Rehearsed> {
  const made = await rehearse(task, answers)
  if (made.state.error?.code !== 'output-invalid' || made.madeUp.size === 0) return made
  const { outputSchema: _, ...plan } = task.plan
  return rehearse({ ...task, plan }, answers)
}

export default async function dryRun({ known, mayRead, ...task }: DryRunTask): Promise<DryRunRound> {
  const results = new Map(known.map(({ id, attempt, result }) => [`${id}#${attempt}`, result]))
  const answers: Answers = {
    call(effect, tool) {
      const text = results.get(`${effect.id}#${effect.attempt}`)
      if (text !== undefined) return JSON.parse(text) as ToolResult
      const known = own(task.tools, tool)
      const does = known?.effect
      // What needs somebody's approval is not done without it.
      const isRead = (does === 'read' || does === 'pure' || known?.mayLook === true) && !effect.approved
      return isRead && mayRead ? 'owed' : null
    },
    outcome: () => undefined,
    decision: () => null,
  }
  const { state, events, effects, madeUp, owed } = await rehearsed(task, answers)
  if (owed.length > 0) return { type: 'owed', calls: owed }
  const show = shownValues()
  const { status, output, error, cu } = state
  const steps = stepsOf(task.plan, events)
  const { shown } = rehearsalBounds
  return {
    type: 'done',
    run: {
      ...{ status, error, cu, output: show(output) },
      effects: effects.slice(0, shown).map(effect => ({ ...effect, args: show(effect.args) })),
      effectsCount: effects.length,
      steps: steps.slice(0, shown).map(({ id, kind, title, status, tool, input, output, error }) => ({
        ...{ id, kind, title, status, tool, error },
        source: madeUp.has(id) ? ('made_up' as const) : ('real' as const),
        input: show(input),
        output: show(output),
      })),
      stepsCount: steps.length,
    },
  }
}
