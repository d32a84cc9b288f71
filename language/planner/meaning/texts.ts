// Placeholders, alone and inside texts: `{{inputs.x}}`, `{{customer.name}}`, `{{count}}`.
import { compileExpression } from '../../../domain/expression/expression.ts'
import { parse } from '../../../domain/expression/parse.ts'
import type { Json } from '../../../domain/json.ts'
import { readJson } from '../../../domain/numerals.ts'
import { allSteps } from '../../../domain/plan/nested-steps.ts'
import type { Step } from '../../../domain/plan/plan.ts'
import { jsonOf } from '../lattice/tokens.ts'
import { any, bool, type Entity, text, wordsOf } from '../lexicon/types.ts'
import { relationsNamed, whoseField } from './nouns/owners.ts'
import { outOfReach } from './nouns/referents.ts'
import { dead, type State, type Val } from './state.ts'
import { access, celOf, entityOf, fieldsNamed, fieldVal, isList, isRow, literal } from './values.ts'

export function holeVal(state: State, source: string): Val {
  const path = source.trim().split(/\s*\.\s*/)
  const [root, ...rest] = path as [string, ...string[]]
  if (root === 'inputs' && rest.length === 1 && /^\w+$/.test(rest[0]!)) return inputVal(rest[0]!)
  const step = stepSaid(state, path)
  if (step !== null) return follow(state, step.val, step.rest)
  if (!/^[\w\s.'-]+$/.test(source) || root === 'inputs' || root === 'steps')
    return expression(state, source.trim())
  const wanted = wordsOf(root).join(' ')
  const exact = exactVal(state, root)
  if (exact !== null) return follow(state, exact, rest)
  for (const { nouns, val, isVariable } of state.reachable) {
    if (!nouns.includes(wanted) && !nouns.includes(root)) continue
    if (isList(val) && rest.length > 0) continue
    void isVariable
    return follow(state, val, rest)
  }
  // What belongs to something that was said: the owner of the deal.
  for (const { val } of state.reachable) {
    const entity = entityOf(val)
    if (entity === null || isList(val)) continue
    const relation = relationsNamed(entity, wordsOf(root))[0]
    if (relation === undefined || relation.cost > 2) continue
    if (relation.cost > 0) state.pay(1)
    const { field } = relation
    const target = field.ref === null ? undefined : state.lexicon.entities.get(field.ref.noun)
    if (target !== undefined && rest.length > 0)
      return follow(
        state,
        {
          cel: null,
          id: access(celOf(state, val), field.name),
          type: { k: 'record', entity: target },
          refers: target,
        },
        rest,
      )
    return follow(state, fieldVal(state, val, field), rest)
  }
  if (rest.length === 0 && /^\w+$/.test(root)) {
    const owner = state.reachable.find(({ val }) => val.isOpen === true || isRow(val.type))
    if (owner !== undefined)
      dead(
        `{{${root}}}: an input, or a field? Write {{inputs.${root}}} or {{${owner.nouns[0]}.${root}}}`,
        null,
        'BAD_REFERENCE',
      )
    state.pay(2)
    return inputVal(root)
  }
  return dead(`nothing was said that {{${source}}} could be`, null, 'BAD_REFERENCE')
}

/** `{{steps.rows}}`, `{{steps.fetch.status}}`, `{{step 1.body}}`: by its id, its tool or its number. */
function stepSaid(
  state: State,
  [root, name, ...rest]: readonly string[],
): { val: Val; rest: readonly string[] } | null {
  const wanted = /^step (\d+)$/.exec(root ?? '')?.[1]
  if (wanted !== undefined) {
    const val = state.reachable.find(({ step, isAside }) => step === Number(wanted) && isAside !== true)?.val
    if (val !== undefined) return { val, rest: name === undefined ? [] : [name, ...rest] }
  }
  if (root !== 'steps' || name === undefined) return null
  const named = exactVal(state, name)
  if (named !== null) return { val: named, rest }
  const said = state.blocks.toReversed().flatMap(({ steps }) => steps.toReversed())
  const found = said.find(({ id }) => id === name) ?? said.find(step => isCalled(state, step, name))
  if (found === undefined) {
    const inside = allSteps(said)
    return inside.some(step => step.id === name || isCalled(state, step, name)) ? outOfReach(name) : null
  }
  const cel = `steps.${found.id}`
  return { val: { cel, type: any }, rest }
}

/** By the name of its tool, or by a verb of it. */
function isCalled({ lexicon }: State, step: Step, name: string): boolean {
  if (step.kind !== 'tool') return false
  if (step.tool === name) return true
  const model = [...lexicon.tools, ...lexicon.own].find(
    ({ tool }) => tool.name === step.tool && tool.server === step.server,
  )
  return model?.verbs.has(name) === true
}

function inputVal(name: string): Val {
  return { cel: `inputs.${name}`, type: any, hint: wordsOf(name) }
}

function expression(state: State, source: string): Val {
  try {
    const constant = constantOf(source)
    if (constant !== undefined) return constant
    const { names } = compileExpression(source)
    const cels = new Map<string, string>()
    for (const name of names) {
      const cel =
        name === 'inputs' || name === 'now'
          ? name
          : (exactVal(state, name)?.cel ?? (state.isVariable(name) ? name : null))
      if (cel !== null) cels.set(name, cel)
    }
    if (/'{3}|"{3}|\b[rbRB]+["']/.test(source)) return dead('a text with other escapes')
    if (names.some(name => new RegExp(`\\.\\s*\\w+\\s*\\(\\s*${name}\\s*,`).test(source)))
      return dead('a name that stands for two things')
    if (names.every(name => cels.has(name)))
      return { cel: inPlace(source, cels), type: isCondition(source) ? bool : any }
  } catch {
    // Said below.
  }
  return dead(`{{${source}}} cannot be computed here`, null, 'BAD_EXPRESSION')
}

/** What the author named, or a loop goes through, by that very name. */
function exactVal(state: State, name: string): Val | null {
  const found = state.reachable.find(
    ({ nouns, val, isNamed, isVariable }) =>
      (isNamed === true && nouns.includes(name)) || (isVariable === true && val.cel === name),
  )
  return found === undefined || found.val.cel === null ? null : found.val
}

/** A value as JSON: a text with any characters, a list, an object. */
function constantOf(source: string): Val | undefined {
  if (!/^["[{]/.test(source)) return undefined
  let value: Json
  try {
    value = readJson(source)
  } catch {
    return undefined
  }
  if (/"\$/.test(source)) return dead('a value with "$" in it')
  return { ...literal(value), ...(Array.isArray(value) && { type: { k: 'list', of: any } as const }) }
}

/** A comparison or the like: true or false by itself. */
export function isCondition(source: string): boolean {
  return /^(==|!=|<|<=|>|>=|in|&&|\|\||!_)$/.test(parse(source).op)
}

const textsIn = /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/

/** The expression with what its names stand for; what is in quotes stays. */
function inPlace(source: string, cels: ReadonlyMap<string, string>): string {
  return source
    .split(textsIn)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replace(/(?<![\w.]|\.\?)[A-Za-z_]\w*/g, word => cels.get(word) ?? word),
    )
    .join('')
}

function follow(state: State, val: Val, path: readonly string[]): Val {
  let at = val
  for (const name of path) {
    const answer = at.answer === undefined ? null : entityOf(at.answer)
    if (answer?.fields.some(field => field.name === name)) {
      if (at.kind !== undefined && name !== 'body') dead(whoseField(name, at.kind))
      at = { cel: access(celOf(state, at.answer!), name), type: any, hint: wordsOf(name) }
      continue
    }
    if (at.inside?.path === name) {
      at = { cel: access(celOf(state, at), name), type: at.inside.type }
      continue
    }
    const entity: Entity | null = entityOf(at)
    if (isList(at)) dead(`{{...${name}}} of a list`)
    // The id of what is known by it alone: nothing needs to be got.
    if (name === 'id' && at.cel === null && at.id != null) {
      at = { cel: at.id, type: text }
      continue
    }
    if (entity === null || entity.fields.length === 0) {
      at = { cel: access(celOf(state, at), name), type: any, hint: wordsOf(name) }
      continue
    }
    const exact = entity.fields.find(field => field.name === name)
    const match = exact === undefined ? relationsNamed(entity, wordsOf(name))[0] : { field: exact, cost: 0 }
    if (match === undefined || match.cost > 3) {
      if (entity.isClosed) dead(`a ${entity.noun} has no "${name}"`)
      at = { cel: access(celOf(state, at), name), type: any }
      continue
    }
    const { field } = match
    const target =
      field.ref === null || exact !== undefined ? undefined : state.lexicon.entities.get(field.ref.noun)
    at =
      target === undefined
        ? fieldVal(state, at, field)
        : {
            cel: null,
            id: access(celOf(state, at), field.name),
            type: { k: 'record', entity: target },
            refers: target,
          }
  }
  return at
}

/** `{"a": "{{inputs.x}}"}`: an object or a list with what its placeholders stand for. */
export function jsonVal(state: State, source: string): Val {
  const value = jsonOf(source) ?? dead('that is no JSON')
  if (/"\$/.test(source)) dead('a value with "$" in it')
  const cels: string[] = []
  const filled = (part: Json): Json => {
    if (Array.isArray(part)) return part.map(filled)
    if (typeof part === 'object' && part !== null)
      return Object.fromEntries(Object.entries(part).map(([key, each]) => [key, filled(each)]))
    if (typeof part !== 'string' || !part.includes('{{')) return part
    const val = filledVal(state, part)
    cels.push(celOf(state, val))
    return val.literal ?? { $: celOf(state, val) }
  }
  const literal = filled(value)
  const type = Array.isArray(value) ? ({ k: 'list', of: any } as const) : any
  return { cel: cels.length === 0 ? JSON.stringify(value) : celOfJson(state, value), type, literal }
}

function celOfJson(state: State, value: Json): string {
  if (Array.isArray(value)) return `[${value.map(each => celOfJson(state, each)).join(', ')}]`
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([key, each]) => `${JSON.stringify(key)}: ${celOfJson(state, each)}`)
      .join(', ')}}`
  return typeof value === 'string' ? celOf(state, filledVal(state, value)) : JSON.stringify(value)
}

const hole = /\{\{([^{}]*)\}\}/g

/** A text in quotes, with its placeholders. */
export function textVal(state: State, source: string): Val {
  // "<count>" looks like a gap that somebody should fill; a mark-up that is closed again is none.
  // It is filled where it is the name of something that is at hand.
  const filled = source.replace(gaps, (text, tag: string | undefined, brace: string | undefined) => {
    const name = tag ?? brace!
    if (source.includes(`</${tag}`) || /^(br|hr|p)$/i.test(tag ?? '')) return text
    if (!isAtHand(state, name)) dead(`write {{${name}}} for a value in a text`)
    return `{{${name}}}`
  })
  // "Hello [name]" may be meant so, or stand there as it is.
  for (const [text, name] of source.matchAll(/\[([a-z][\w .-]*)\]/gi))
    if (isAtHand(state, name!)) dead(`write {{${name}}} for a value in a text, not ${text}`)
  return filledVal(state, filled)
}

const gaps = /<([a-z][\w .-]*)>|(?<!\{)\{([a-z][\w .-]*)\}(?!\})/gi

/** A field of what is spoken of, or a figure that was computed. */
function isAtHand(state: State, name: string): boolean {
  const said = wordsOf(name).join(' ')
  return state.reachable.some(({ nouns, val, isNamed }) => {
    const entity = isList(val) ? null : entityOf(val)
    const [match] = entity === null ? [] : fieldsNamed(entity, wordsOf(name))
    return (
      (match !== undefined && match.cost <= 1) ||
      (nouns.includes(said) && (isNamed === true || (!isList(val) && val.type.k !== 'record')))
    )
  })
}

function filledVal(state: State, source: string): Val {
  const matches = [...source.matchAll(hole)]
  if (matches.length === 0) return literal(source, text)
  if (matches.length === 1 && matches[0]![0] === source.trim() && source === source.trim())
    return holeVal(state, matches[0]![1]!)
  let template = ''
  let at = 0
  for (const match of matches) {
    template += `${escaped(source.slice(at, match.index))}\${${celOf(state, holeVal(state, match[1]!))}}`
    at = match.index + match[0].length
  }
  template += escaped(source.slice(at))
  return { cel: templateCel(template), type: text, literal: { $t: template } }
}

function escaped(part: string): string {
  return part.replaceAll('${', '$${')
}

/** The same text as an expression, for where a template cannot stand. */
function templateCel(template: string): string {
  const parts: string[] = []
  let at = 0
  for (const match of template.matchAll(/(?<!\$)\$\{([^}]*)\}/g)) {
    if (match.index > at) parts.push(JSON.stringify(template.slice(at, match.index)))
    parts.push(`string(${match[1]})`)
    at = match.index + match[0].length
  }
  if (at < template.length) parts.push(JSON.stringify(template.slice(at)))
  return parts.join(' + ')
}
