// Placeholders, alone and inside texts: `{{inputs.x}}`, `{{customer.name}}`, `{{count}}`.
import { compileExpression } from '../../expression/expression.ts'
import { parse } from '../../expression/parse.ts'
import type { Json } from '../../json.ts'
import { any, bool, type Entity, text, wordsOf } from '../lexicon/types.ts'
import { relationsNamed } from './nouns/owners.ts'
import { dead, type State, type Val } from './state.ts'
import { access, celOf, entityOf, fieldsNamed, fieldVal, isList, literal } from './values.ts'

export function holeVal(state: State, source: string): Val {
  const path = source.trim().split(/\s*\.\s*/)
  const [root, ...rest] = path as [string, ...string[]]
  if (root === 'inputs' && rest.length === 1 && /^\w+$/.test(rest[0]!)) return inputVal(rest[0]!)
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
    state.pay(2)
    return inputVal(root)
  }
  return dead(`nothing was said that {{${source}}} could be`)
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
  return dead(`{{${source}}} cannot be computed here`)
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
    value = JSON.parse(source) as Json
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
