// The kind of a step, said by another word, by the name of a tool, or by the keys that the step has.
import { isObject, type JsonObject } from '../../../../domain/json.ts'
import type { StepKind } from '../../../../domain/plan/blocks/block.ts'
import { kindMeant } from '../../../../domain/plan/reading/other-kinds.ts'
import { type Around, type Draft, plain, type Tell } from '../draft.ts'
import { toolMeant } from './tool-meant.ts'

/** Writes `kind`, and `tool` where the kind was the name of one. */
export function withKind(step: Draft, { tools, tell }: Around): void {
  unwrap(step, tell)
  const [key, said] = saidKind(step)
  const word = said === null ? null : kindMeant(said)
  const tool = said !== null && word === null ? toolMeant(said, tools) : null
  const kind = byKeys(step, word) ?? word ?? (tool === null ? null : 'tool')
  if (kind === null || kind === step['kind']) return
  // Beside a tool, the name of one is for the pass over tools.
  const isTaken = word !== null || key !== 'action' || (tool !== null && step['tool'] === undefined)
  if (tool !== null && step['tool'] === undefined) step['tool'] = tool
  if (key !== null && isTaken) delete step[key]
  step['kind'] = kind
  tell(String(step['id'] ?? ''), `the kind is taken as ${kind}`)
}

const kindKeys = ['kind', 'type', 'steptype', 'stepkind', 'nodetype']

function saidKind(step: Draft): readonly [string, string] | readonly [null, null] {
  for (const sought of kindKeys) {
    const key = Object.keys(step).find(each => plain(each) === sought)
    if (key !== undefined && typeof step[key] === 'string') return [key, step[key]]
  }
  // `action` is a kind, or the name of the tool that a tool step calls.
  return typeof step['action'] === 'string' ? ['action', step['action']] : [null, null]
}

/** `{"foreach": {"over": ...}}`, `{"return": ...}`: the kind is the only key with something to do. */
function unwrap(step: Draft, tell: Tell): void {
  if (saidKind(step)[0] !== null) return
  const keys = Object.keys(step).filter(key => !besides.includes(plain(key)))
  const [key = ''] = keys
  const inner = step[key]
  if (keys.length !== 1 || inner === undefined) return
  const kind = plain(key) === 'step' ? 'step' : kindMeant(key)
  const field = kind === null ? undefined : fieldOf[kind]
  if (isObject(inner) && field !== 'value') {
    const { ...parts } = inner as JsonObject
    delete step[key]
    for (const [name, value] of Object.entries(parts)) step[name] ??= value
    if (kind !== 'step' && kind !== null && step['kind'] === undefined) step['kind'] = kind
    tell(String(step['id'] ?? ''), `what ${key} holds is taken as the step`)
  } else if (field !== undefined && kind !== null) {
    delete step[key]
    step['kind'] = kind
    step[field] = inner
    tell(String(step['id'] ?? ''), `${key} is taken as a step of kind ${kind}`)
  }
}

const besides = ['id', 'title', 'name', 'label', 'description', 'when', 'after', 'dependson']

/** Where the value of a key that is a kind goes. */
const fieldOf: { readonly [kind: string]: string } = {
  return: 'value',
  set: 'value',
  stop: 'value',
  fail: 'message',
  wait: 'for',
  parallel: 'branches',
}

/** What the keys tell alone; a word that says something else wins, save where it cannot be meant. */
function byKeys(step: Draft, word: StepKind | null): StepKind | null {
  const keys = new Set(Object.keys(step).map(plain))
  const has = (...names: readonly string[]) => names.some(name => keys.has(name))
  if (word === 'tool' && has('workflow', 'workflowname') && !has('tool', 'toolname', 'server'))
    return 'workflow'
  // A loop that ends by a condition.
  if (word === 'foreach' && has('until', 'while') && !has('over', 'items', 'list', 'in')) return 'repeat'
  if (word !== null) return null
  if (has('tool', 'toolname')) return 'tool'
  if (has('workflow', 'workflowname')) return 'workflow'
  if (has('question')) return has('assignees', 'approvers', 'approver') ? 'approval' : 'ask'
  if (has('prompt') && has('choices', 'options', 'input', 'context')) return 'ask'
  if (has('approvers', 'assignees', 'approver')) return 'approval'
  if (has('cases')) return 'if'
  if (has('condition', 'if') && has('then', 'else')) return 'if'
  if (has('branches')) return 'parallel'
  if (has('over', 'foreach') && has('as', 'item', 'steps', 'do', 'body')) return 'foreach'
  if (has('until', 'while') && has('steps', 'do', 'body')) return 'repeat'
  if (has('js')) return 'code'
  if (has('goal')) return 'agent'
  return null
}
