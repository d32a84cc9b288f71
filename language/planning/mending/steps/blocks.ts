// Loops and parallel branches, and the lists inside of any step.
import { isObject, type Json, type JsonObject } from '../../../../domain/json.ts'
import { blocks } from '../../../../domain/plan/blocks/blocks.ts'
import { kindMeant } from '../../../../domain/plan/reading/other-kinds.ts'
import { type Around, type Draft, plain } from '../draft.ts'
import { renameKeys } from '../rename-keys.ts'
import { branchWords } from '../synonyms.ts'
import { stepList } from './step-list.ts'

export function asLoop(step: Draft, { tell }: Around): void {
  const id = String(step['id'])
  const { over, as, for: variable } = step
  // `{"for": "order", "in": "steps.orders"}`, `{"foreach": "order in steps.orders"}`
  if (as === undefined && typeof variable === 'string' && /^\w+$/.test(variable)) {
    step['as'] = variable
    delete step['for']
  }
  const said =
    typeof over === 'string' ? /^\s*(?:for\s+)?([a-z]\w*)\s+in\s+(steps\.[\s\S]+)$/.exec(over) : null
  if (said !== null && step['as'] === undefined) {
    step['as'] = said[1]!
    step['over'] = said[2]!
    tell(`${id}.over`, `${over} is taken as ${said[2]}`)
  }
  if (Array.isArray(over) && over.every(each => typeof each !== 'object')) {
    step['over'] = JSON.stringify(over)
    tell(`${id}.over`, 'a list is taken as the expression of it')
  }
  if (step['as'] === undefined || step['as'] === null) {
    step['as'] = 'item'
    tell(`${id}.as`, 'the variable is taken as item')
  }
}

export function asBranches(step: Draft, { tell }: Around): void {
  const id = String(step['id'])
  const { branches } = step
  const list = isObject(branches)
    ? Object.entries(branches as JsonObject).map(([name, steps]) => ({ name, steps }))
    : branches
  if (!Array.isArray(list)) return
  const parts = (list as readonly Json[]).map(sent => {
    if (Array.isArray(sent)) return { steps: sent as Json }
    if (!isObject(sent)) return sent
    const part: Draft = { ...(sent as JsonObject) }
    const [said, tool] = [part['kind'] ?? part['type'], part['tool'] ?? part['tool_name'] ?? part['action']]
    if (tool !== undefined || (typeof said === 'string' && kindMeant(said) !== null)) return { steps: [part] }
    renameKeys(part, ['steps', 'name'], branchWords, id, tell)
    if (part['kind'] === 'branch') delete part['kind']
    return part as JsonObject
  })
  if (JSON.stringify(parts) === JSON.stringify(branches)) return
  step['branches'] = parts as Json
  tell(`${id}.branches`, 'the branches are taken as lists of steps')
}

/** A single step, steps by their ids, and the like, wherever a list of steps is wanted. */
export function withLists(step: Draft, { tell }: Around): void {
  const kind = String(step['kind'])
  const id = String(step['id'])
  const asList = (value: Json, field: string) => {
    const list = stepList(value)
    if (list !== value) tell(`${id}.${field}`, 'what stands there is taken as a list of steps')
    return list
  }
  const children = Object.hasOwn(blocks, kind) ? (blocks[kind as keyof typeof blocks].children ?? []) : []
  for (const { field, each } of children) {
    const value = step[field]
    if (value === undefined) continue
    if (each === undefined) step[field] = asList(value, field)
    else if (Array.isArray(value))
      step[field] = (value as readonly Json[]).map((part, index) => {
        const steps = isObject(part) ? (part as JsonObject)['steps'] : undefined
        if (steps === undefined) return part
        return { ...(part as JsonObject), steps: asList(steps, `${field}[${index}]`) }
      })
  }
}

/** Of a step that keeps those that pass: `{"kind": "filter", "list", "condition"}` computes a value. */
export function asFilter(step: Draft, { tell }: Around): void {
  const said = step['kind'] ?? step['type']
  if (typeof said !== 'string' || plain(said) !== 'filter') return
  const keyOf = (...names: readonly string[]) => Object.keys(step).find(key => names.includes(plain(key)))
  const [list, condition] = [
    keyOf('over', 'list', 'items', 'in', 'input', 'source', 'collection'),
    keyOf('condition', 'where', 'when', 'if', 'filter', 'expression', 'predicate'),
  ]
  const variable = keyOf('as', 'item', 'var', 'variable')
  if (list === undefined || condition === undefined) return
  const [over, keeps] = [bare(step[list]!), bare(step[condition]!)]
  const name = variable === undefined ? 'item' : step[variable]
  if (over === null || keeps === null || typeof name !== 'string' || !/^[a-z]\w*$/.test(name)) return
  for (const key of [list, condition, ...(variable === undefined ? [] : [variable]), 'type']) delete step[key]
  step['kind'] = 'set'
  // `x => x.a` stands for itself.
  const isWhole = /=>/.test(keeps)
  step['value'] = {
    $: `${/^[\w.]+$/.test(over) ? over : `(${over})`}.filter(${isWhole ? '' : `${name}, `}${keeps})`,
  }
  tell(String(step['id']), 'the filter is taken as a value')
}

function bare(value: Json): string | null {
  const source = isObject(value) ? (value as JsonObject)['$'] : value
  if (typeof source !== 'string') return null
  const [, one, two] = /^\s*(?:\{\{(.*)\}\}|\$\{(.*)\})\s*$/s.exec(source) ?? []
  return (one ?? two ?? source).trim()
}
