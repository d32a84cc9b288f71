// What every step may have, as weak models write it: onError as steps, after as one id, approvals by other
// words, durations with their unit, null for nothing.
import { isObject, type Json, type JsonObject } from '../../../../domain/json.ts'
import { planKeys } from '../../../../domain/plan/plan-schema.ts'
import { type Around, type Draft, plain } from '../draft.ts'
import { renameKeys } from '../rename-keys.ts'
import { approvalWords, retryWords } from '../synonyms.ts'
import { stepList } from './step-list.ts'

export function withPolicies(step: Draft, { tell }: Around): void {
  const id = String(step['id'])
  withoutNothing(step, id, tell)
  withHandler(step, id, tell)
  const { after, retry, approval, kind } = step
  if (typeof after === 'string') {
    step['after'] = [after]
    tell(`${id}.after`, 'one step is taken as a list')
  }
  if (isObject(retry)) {
    const policy: Draft = { ...(retry as JsonObject) }
    renameKeys(policy, planKeys.retry, retryWords, `${id}.retry`, tell)
    step['retry'] = policy
  }
  if (isObject(approval) && kind !== 'approval') {
    const policy: Draft = { ...(approval as JsonObject) }
    asApproval(policy, `${id}.approval`, tell)
    step['approval'] = policy
  }
}

/** An approval as a step, or as a policy of one. */
export function asApproval(policy: Draft, path: string, tell: Around['tell']): void {
  const known = policy['kind'] === 'approval' ? planKeys.step('approval') : planKeys.approval
  renameKeys(policy, known, approvalWords, path, tell)
  const { assignees } = policy
  if (typeof assignees === 'string' || isObject(assignees)) {
    policy['assignees'] = [assignees as Json]
    tell(`${path}.assignees`, 'one is taken as a list')
  }
}

/** Fields that may be left out, and where null, false or an empty text says that there is nothing. */
const optional = [
  ...['when', 'after', 'retry', 'onError', 'approval', 'timeoutMs', 'unless', 'concurrency', 'outputSchema'],
  ...['choices', 'model', 'maxCu', 'review', 'cache', 'many', 'everyMs', 'until', 'while', 'title', 'form'],
  ...['args', 'inputs', 'wait', 'else'],
]

function withoutNothing(step: Draft, id: string, tell: Around['tell']): void {
  for (const [key, value] of Object.entries(step)) {
    const isEmptyList = Array.isArray(value) && value.length === 0 && (key === 'choices' || key === 'onError')
    const isNo = value === false && key !== 'when' && key !== 'many'
    const isNothing = value === null || value === '' || isNo || isEmptyList
    if (!(optional.includes(key) && isNothing) && !(key === 'when' && value === true)) continue
    delete step[key]
    tell(`${id}.${key}`, `${JSON.stringify(value)} is taken as nothing`)
  }
}

const goesOn = [
  'continue',
  'continueonerror',
  'ignore',
  'ignoreerrors',
  'continueonfail',
  'continueonfailure',
]

function withHandler(step: Draft, id: string, tell: Around['tell']): void {
  for (const key of Object.keys(step)) {
    if (!goesOn.includes(plain(key)) || step[key] !== true || step['onError'] !== undefined) continue
    delete step[key]
    step['onError'] = 'continue'
    tell(id, `${key} is taken as onError "continue"`)
  }
  const handler = step['onError']
  if (typeof handler === 'string' && handler !== 'continue' && goesOn.includes(plain(handler))) {
    step['onError'] = 'continue'
    tell(id, `${handler} is taken as continue`)
  }
  if (typeof handler !== 'object' || handler === null) return
  const { steps, ...rest } = handler as JsonObject
  if (!Array.isArray(handler) && Array.isArray(steps) && Object.keys(rest).length === 0) return
  const list = stepList(handler)
  if (!Array.isArray(list) || list.length === 0) return
  step['onError'] = { steps: list as Json }
  tell(id, 'what onError holds is taken as its steps')
}
