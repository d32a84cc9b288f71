// One step as weak models write it: its kind by other words or by its keys, its keys by other names.
import { isObject, type Json, type JsonObject } from '../../json.ts'
import { own } from '../../own.ts'
import type { StepKind } from '../../plan/blocks/block.ts'
import { blocks } from '../../plan/blocks/blocks.ts'
import { otherKinds } from '../../plan/reading/other-kinds.ts'
import type { Tell } from './mended-plan.ts'
import { toolMeant } from './tool-meant.ts'

interface Place {
  readonly index: number
  readonly tools: readonly string[]
  readonly tell: Tell
}

export function mendedStep(sent: JsonObject, { index, tools, tell }: Place): JsonObject {
  const step: { [key: string]: Json } = { ...sent }
  const kind = kindOf(step, tools)
  if (typeof step['id'] !== 'string') step['id'] = idFor(step, kind, index)
  const id = String(step['id'])
  if (kind !== step['kind']) {
    if (kind === null) return step
    tell(id, `the kind is taken as ${kind}`)
    for (const key of ['kind', 'type', 'action'])
      if (typeof step[key] === 'string' && key !== 'action') delete step[key]
    step['kind'] = kind
  }
  if (kind === null) return step
  rename(step, keysOf[kind] ?? {}, id, tell)
  if (kind === 'tool') asTool(step, tools, tell)
  if (kind === 'if') asCases(step, id, tell)
  if (kind === 'foreach' && step['as'] === undefined) step['as'] = 'item'
  if (kind === 'approval' && typeof step['assignees'] === 'string') step['assignees'] = [step['assignees']]
  const { approval } = step
  if (isObject(approval)) {
    const policy: { [key: string]: Json } = { ...(approval as JsonObject) }
    rename(policy, keysOf.approval!, `${id}.approval`, tell)
    if (typeof policy['assignees'] === 'string') policy['assignees'] = [policy['assignees']]
    step['approval'] = policy
  }
  return step
}

function kindOf(step: JsonObject, tools: readonly string[]): StepKind | null {
  for (const key of ['kind', 'type', 'action'] as const) {
    const said = step[key]
    if (typeof said !== 'string') continue
    if (Object.hasOwn(blocks, said)) return said as StepKind
    const meant = own(otherKinds, said.toLowerCase().replaceAll(/[-_ ]/g, ''))
    if (meant !== undefined) return meant
    if (toolMeant(said, tools) !== null) return 'tool'
  }
  const has = (...keys: readonly string[]) => keys.some(key => step[key] !== undefined)
  if (has('tool', 'tool_name', 'toolName')) return 'tool'
  if (has('question')) return 'ask'
  if (has('cases') || (has('condition', 'if') && has('then', 'else'))) return 'if'
  if (has('branches')) return 'parallel'
  if (has('over', 'for_each', 'forEach', 'foreach')) return 'foreach'
  if (has('until', 'while') && has('steps')) return 'repeat'
  if (has('js', 'code')) return 'code'
  if (has('goal')) return 'agent'
  return null
}

type Renaming = { readonly [key: string]: readonly string[] }

const argumentsKeys = ['params', 'parameters', 'arguments', 'input', 'inputs', 'with', 'tool_input']
const bodyKeys = ['do', 'body', 'actions', 'then', 'tasks']

/** By kind: the key, and what others call it. */
const keysOf: { readonly [Kind in StepKind]?: Renaming } = {
  tool: { args: argumentsKeys, when: ['condition', 'if'], tool: ['tool_name', 'toolName', 'function'] },
  set: { value: ['output', 'result', 'expression'], when: ['condition', 'if'] },
  if: { cases: ['conditions'], else: ['otherwise', 'else_steps', 'elseSteps'] },
  foreach: {
    over: ['items', 'list', 'in', 'collection', 'for_each', 'forEach', 'foreach'],
    as: ['item', 'var', 'variable', 'item_name', 'itemName', 'each'],
    steps: bodyKeys,
  },
  repeat: { most: ['max', 'max_turns', 'maxIterations', 'times'], steps: bodyKeys },
  return: { value: ['output', 'result', 'data'] },
  stop: { value: ['output', 'result'] },
  fail: { message: ['text', 'error', 'reason'] },
  approval: {
    assignees: ['approvers', 'approver', 'assignee', 'reviewers', 'people', 'who'],
    message: ['text', 'question', 'prompt'],
  },
  workflow: {
    inputs: ['params', 'parameters', 'arguments', 'input', 'args', 'with'],
    workflow: ['workflow_name', 'name'],
  },
  agent: { goal: ['prompt', 'task', 'instructions'] },
  ask: {
    question: ['prompt', 'instruction', 'instructions'],
    choices: ['options', 'labels', 'categories'],
    input: ['text', 'data', 'content'],
  },
  code: { js: ['code', 'script', 'javascript'], args: argumentsKeys },
}

function rename(step: { [key: string]: Json }, renaming: Renaming, path: string, tell: Tell): void {
  for (const [key, others] of Object.entries(renaming)) {
    if (step[key] !== undefined) continue
    const other = others.find(each => step[each] !== undefined)
    if (other === undefined) continue
    step[key] = step[other]!
    delete step[other]
    tell(path, `${other} is taken as ${key}`)
  }
}

function asTool(step: { [key: string]: Json }, tools: readonly string[], tell: Tell): void {
  const id = String(step['id'])
  if (step['tool'] === undefined && typeof step['name'] === 'string') {
    step['tool'] = step['name']
    delete step['name']
  }
  // `{"tool": {"name": ..., "arguments": {...}}}`
  const nested = step['tool']
  if (isObject(nested)) {
    const { name, tool, ...rest } = nested as JsonObject
    step['tool'] = name ?? tool ?? ''
    for (const key of ['args', ...argumentsKeys])
      if (step['args'] === undefined && rest[key] !== undefined) step['args'] = rest[key]!
    tell(id, 'the tool stands in an object of its own')
  }
  if (typeof step['tool'] !== 'string') return
  const server = typeof step['server'] === 'string' ? step['server'] : null
  const said = server === null ? step['tool'] : `${server}__${step['tool']}`
  const meant = toolMeant(said, tools) ?? (server === null ? null : toolMeant(step['tool'], tools))
  if (meant === null) return
  const at = meant.indexOf('__')
  const [slug, name] = at === -1 ? [null, meant] : [meant.slice(0, at), meant.slice(at + 2)]
  if (slug === server && name === step['tool']) return
  tell(id, `the tool is taken as ${meant}`)
  step['tool'] = name
  if (slug === null) delete step['server']
  else step['server'] = slug
}

/** `{condition, then, else}` has one case. */
function asCases(step: { [key: string]: Json }, id: string, tell: Tell): void {
  if (step['cases'] !== undefined) {
    if (!Array.isArray(step['cases'])) return
    step['cases'] = (step['cases'] as readonly Json[]).map(sent => {
      if (!isObject(sent)) return sent
      const part: { [key: string]: Json } = { ...(sent as JsonObject) }
      rename(part, { when: ['condition', 'if', 'case'], steps: bodyKeys }, id, tell)
      return part
    })
    return
  }
  const condition = step['condition'] ?? step['if'] ?? step['when'] ?? step['expression']
  const then = step['then'] ?? step['steps'] ?? step['do']
  if (condition === undefined || !Array.isArray(then)) return
  for (const key of ['condition', 'if', 'when', 'expression', 'then', 'steps', 'do']) delete step[key]
  step['cases'] = [{ when: condition, steps: then as Json }]
  tell(id, 'condition and then are taken as a case')
}

function idFor(step: JsonObject, kind: StepKind | null, index: number): string {
  const said = [step['name'], step['title'], step['tool'], kind].find(each => typeof each === 'string') as
    | string
    | undefined
  const words = (said ?? 'step')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[^a-z]+|_+$/g, '')
  return `${words.slice(0, 40) || 'step'}_${index + 1}`
}
