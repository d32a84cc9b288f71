// Points out effects that come again with every run: a workflow that starts by itself reads something and
// acts on it, and no memory tells what is new. It is told, not refused: a daily report is meant so. Called by
// domain/compiler/compiler.ts, after its other passes.
import { ExpressionError } from '../expression/expression.ts'
import type { Source } from '../plan/blocks/block.ts'
import { blockOf, variableOf } from '../plan/blocks/blocks.ts'
import { compileSource, sourcesOf } from '../plan/blocks/sources.ts'
import { ownLists } from '../plan/nested-steps.ts'
import type { Step } from '../plan/plan.ts'
import { offeredName } from '../tools/tool.ts'
import type { Pass } from './compiler.ts'

/** What a value comes from. */
interface Flow {
  /** The first tool that read it outside, where each run would read the same; null: none did. */
  readonly read: string | null
  /** What each start says anew is among it. */
  readonly isGiven: boolean
  /** A memory was asked on the way. */
  readonly isRemembered: boolean
}

type Flows = Map<string, Flow>

/** Tools of the memory that tell what is new. */
const telling: ReadonlySet<string> = new Set(['only_new', 'changed', 'recall', 'count_up'])

const nothing: Flow = { read: null, isGiven: false, isRemembered: false }

/** @param givesInputs does each start say something of its own, as a hook does and a schedule does not? */
export function checkRepeats(steps: readonly Step[], givesInputs: boolean, pass: Pass): void {
  walk(steps, new Map(), nothing, { ...pass, givesInputs })
}

type RepeatPass = Pass & { readonly givesInputs: boolean }

interface Walked {
  readonly last: Flow
  /** A memory decides here whether what comes later is reached. */
  readonly isGuard: boolean
}

/** @param around what decides whether these steps run */
function walk(steps: readonly Step[], flows: Flows, around: Flow, pass: RepeatPass): Walked {
  let control = around
  let last = nothing
  let isGuard = false
  for (const step of steps) {
    const walked = walkStep(step, flows, control, pass)
    last = walked.last
    flows.set(step.id, last)
    if (!walked.isGuard) continue
    isGuard = true
    control = { ...control, isRemembered: true }
  }
  return { last, isGuard }
}

function walkStep(step: Step, flows: Flows, around: Flow, pass: RepeatPass): Walked {
  const own = together(sourcesOf(step).map(source => flowOf(source, flows, pass)))
  const control = together([around, own])
  if (step.kind === 'tool') tellRepeated(step, control, pass)
  const inside = new Map(flows)
  const variable = variableOf(step)
  if (variable !== null) inside.set(variable, own)
  const handler = typeof step.onError === 'object' ? [step.onError.steps] : []
  const lists = [...ownLists(step).map(({ steps }) => steps), ...handler]
  const walked = lists.map(list => walk(list, new Map(inside), control, pass))
  const leaves = blockOf(step).leaves !== undefined && control.isRemembered
  return {
    last: answered(step, together([own, ...walked.map(({ last }) => last)])),
    isGuard: leaves || walked.some(({ isGuard }) => isGuard),
  }
}

/** Of what the step gives. */
function answered(step: Step, flow: Flow): Flow {
  if (step.kind !== 'tool') return flow
  if (step.server === null && telling.has(step.tool)) return { ...flow, isRemembered: true }
  if (step.effect !== 'read' || flow.isGiven) return flow
  return { ...flow, read: flow.read ?? offeredName({ server: step.server, name: step.tool }) }
}

function tellRepeated(step: Extract<Step, { kind: 'tool' }>, flow: Flow, pass: RepeatPass): void {
  const isEffect = step.effect === 'write' || step.effect === 'destructive'
  if (!isEffect || flow.read === null || flow.isRemembered || isMemory(step)) return
  const name = offeredName({ server: step.server, name: step.tool })
  const message = `${step.id}: every run calls ${name} again for what ${flow.read} answers, also where a run before did: to do it once for each, take the new ones with only_new, or ask changed or recall before`
  pass.inform(step, 'REPEATED_EFFECT', '', message)
}

function isMemory({ server, tool }: Extract<Step, { kind: 'tool' }>): boolean {
  return server === null && (telling.has(tool) || tool === 'remember' || tool === 'forget')
}

function flowOf(source: Source, flows: Flows, { givesInputs }: RepeatPass): Flow {
  try {
    const { steps, names, inputs } = compileSource(source)
    const isGiven = givesInputs && inputs.length > 0
    const read = [...steps, ...names].map(name => flows.get(name) ?? nothing)
    return together([{ ...nothing, isGiven }, ...read])
  } catch (error) {
    if (error instanceof ExpressionError) return nothing
    throw error
  }
}

function together(flows: readonly Flow[]): Flow {
  return {
    read: flows.find(({ read }) => read !== null)?.read ?? null,
    isGiven: flows.some(({ isGiven }) => isGiven),
    isRemembered: flows.some(({ isRemembered }) => isRemembered),
  }
}
