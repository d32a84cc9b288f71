// Reports the keys of a plan and its steps that the plan language does not have. To drop them would drop what
// they were meant to say: an approval, a condition, an argument. Called by domain/compiler/compiler.ts.
import { nearestName } from '../distance.ts'
import { isObject } from '../json.ts'
import { blockOf } from '../plan/blocks/blocks.ts'
import type { Plan, Step } from '../plan/plan.ts'
import { planKeys } from '../plan/plan-schema.ts'
import type { Pass } from './compiler.ts'

export function checkPlanKeys(plan: Plan, pass: Pass): void {
  check(null, '', plan, { keys: planKeys.plan, place: 'a plan' }, pass)
  check(null, 'deadline', plan.deadline, { keys: planKeys.deadline, place: 'a deadline' }, pass)
}

export function checkStartKeys(plan: Plan, pass: Pass): void {
  for (const [index, start] of (plan.start ?? []).entries()) {
    const place = { keys: planKeys.start(start.kind), place: `a start of kind ${start.kind}` }
    check(null, `start[${index}]`, start, place, pass)
  }
}

export function checkStepKeys(step: Step, pass: Pass): void {
  const { kind } = step
  const keys = planKeys.step(kind)
  // An approval in another step says itself where it belongs (blocks.ts).
  check(step, '', step, { keys: [...new Set([...keys, 'approval'])], place: `a step of kind ${kind}` }, pass)
  check(step, 'retry', step.retry, { keys: planKeys.retry, place: 'a retry' }, pass)
  check(step, 'onError', step.onError, { keys: planKeys.onError, place: 'onError' }, pass)
  if (kind === 'tool')
    check(step, 'approval', step.approval, { keys: planKeys.approval, place: 'an approval' }, pass)
  for (const child of blockOf(step).children ?? []) {
    if (child.each === undefined) continue
    const place = { keys: planKeys.part(child), place: `a ${child.each.name}` }
    const parts = (step as unknown as { readonly [field: string]: readonly unknown[] })[child.field]!
    for (const [index, part] of parts.entries()) check(step, `${child.field}[${index}]`, part, place, pass)
  }
}

interface Place {
  readonly keys: readonly string[]
  readonly place: string
}

function check(step: Step | null, field: string, value: unknown, { keys, place }: Place, pass: Pass): void {
  if (!isObject(value)) return
  for (const key of Object.keys(value)) {
    if (keys.includes(key) || value[key] === undefined) continue
    const path = field === '' ? key : `${field}.${key}`
    const meant = meantBy(key, keys)
    const hint = meant === null ? `it has ${keys.filter(isWritten).join(', ')}` : `did you mean ${meant}?`
    const where = step === null ? path : `${step.id}.${path}`
    const message = `${where}: ${place} has no ${JSON.stringify(key.slice(0, 80))}; ${hint}`
    const name = meant?.match(/^\w+/)?.[0]
    pass.report(step, 'UNKNOWN_KEY', path, message, name === undefined ? undefined : [name])
  }
}

/** The compiler and the service write the others. */
function isWritten(key: string): boolean {
  return !['span', 'effect', 'irVersion', 'workflowId'].includes(key)
}

/** What to write for a key of another language; null when none comes to mind. */
function meantBy(key: string, keys: readonly string[]): string | null {
  const plain = key.toLowerCase().replaceAll(/[_\s-]/g, '')
  const known = otherKeys.get(plain)?.find(meant => keys.includes(meant.match(/^\w+/)![0]))
  return known ?? nearestName(key, keys.filter(isWritten))
}

const otherKeys: ReadonlyMap<string, readonly string[]> = new Map([
  ['approval', ['approval: {"message": "..."} (of a tool step)']],
  ['approvals', ['approval: {"message": "..."}']],
  ['requiresapproval', ['approval: {"message": "..."}']],
  ['requireapproval', ['approval: {"message": "..."}']],
  ['needsapproval', ['approval: {"message": "..."}']],
  ['approvers', ['assignees', 'approval: {"assignees": [...]}']],
  ['approver', ['assignees', 'approval: {"assignees": [...]}']],
  ['assignee', ['assignees', 'approval: {"assignees": [...]}']],
  ['condition', ['when']],
  ['if', ['when']],
  ['where', ['when']],
  ['unless', ['when, with ! before the condition']],
  ['params', ['args', 'inputs']],
  ['parameters', ['args', 'inputs']],
  ['arguments', ['args', 'inputs']],
  ['input', ['args', 'inputs', 'value']],
  ['inputs', ['args']],
  ['schedule', ['start: [{"kind": "schedule", ...}]']],
  ['triggers', ['start']],
  ['trigger', ['start']],
  ['starts', ['start']],
  ['tz', ['timezone']],
  ['zone', ['timezone']],
  ['weeks', ['everyWeeks']],
  ['days', ['everyDays']],
  ['since', ['from']],
  ['begin', ['from']],
  ['event', ['on']],
  ['inputschema', ['inputs']],
  ['inputsschema', ['inputs']],
  ['args', ['inputs']],
  ['with', ['args', 'inputs']],
  ['body', ['steps', 'args', 'js']],
  ['then', ['steps']],
  ['do', ['steps']],
  ['timeout', ['timeoutMs']],
  ['onfailure', ['onError']],
  ['catch', ['onError: {"steps": [...]}']],
  ['retries', ['retry: {"maxAttempts": 3}']],
  ['maxretries', ['retry: {"maxAttempts": 3}', 'maxAttempts']],
  ['attempts', ['retry: {"maxAttempts": 3}', 'maxAttempts']],
  ['delay', ['pauseMs', 'for']],
  ['interval', ['pauseMs', 'everyMs']],
  ['every', ['everyMs']],
  ['max', ['most']],
  ['maxiterations', ['most']],
  ['dependson', ['after']],
  ['duration', ['for']],
  ['elseif', ['cases (one more of them)']],
  ['elif', ['cases (one more of them)']],
  ['otherwise', ['else']],
  ['default', ['else', 'value']],
  ['items', ['over']],
  ['list', ['over']],
  ['in', ['over']],
  ['item', ['as']],
  ['var', ['as']],
  ['variable', ['as']],
  ['limit', ['concurrency']],
  ['name', ['title', 'tool', 'id']],
  ['description', ['title']],
  ['label', ['title']],
  ['text', ['message', 'value']],
  ['prompt', ['question', 'goal', 'message']],
  ['options', ['choices']],
  ['multiple', ['many']],
  ['schema', ['outputSchema']],
  ['instructions', ['goal']],
  ['output', ['value', 'outputSchema']],
  ['outputs', ['outputSchema']],
  ['result', ['value']],
  ['code', ['js']],
  ['script', ['js']],
  ['type', ['kind']],
])
