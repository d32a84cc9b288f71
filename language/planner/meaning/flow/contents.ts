// What a text holds: it is taken apart, and its rows are known by the names that are said of them.
import type { Statement } from '../../grammar/terms.ts'
import { singularOf } from '../../lattice/lemmas.ts'
import { any, type Entity, type Type, text, wordsOf } from '../../lexicon/types.ts'
import { argument, valueSaid } from '../nouns/resolve.ts'
import { dead, type State, type Val } from '../state.ts'
import { entityOf } from '../values.ts'

type Contents = Extract<Statement, { s: 'holds' }>

const mark = 'contents said'

/** More is said of what was spoken of before, in a sentence or in the next one. */
export function contents(state: State, said: Contents): void {
  const before = state.reachable.find(({ nouns }) => nouns[0] === mark)
  if (said.source === null && before === undefined) dead('this is said of what?', said.span)
  const val = said.source === null ? before!.val : valueSaid(state, { v: 'hole', source: said.source })
  const kinds = ['csv', 'json'].filter(kind => said.source === null && before!.nouns.includes(kind))
  const format = said.format ?? kinds[0] ?? null
  if (kinds.length > 0 && said.format !== null && said.format !== kinds[0]) dead('in which format?')
  const isRead = kinds.length > 0
  // "Read the CSV file {{inputs.file}}", where a tool reads files: a file is no text.
  const isFile = /\bfile\b/i.test(state.prompt.slice(...said.span).replace(/\{\{[^{}]*\}\}/g, ''))
  if (isFile && !isRead && state.lexicon.tools.some(({ nouns }) => nouns.has(`${format} file`)))
    dead('a file is no text')
  const isList = format === 'csv' || said.isList === true || (said.source === null && val.type.k === 'list')
  const cel =
    format === null || isRead
      ? val.cel
      : state.compute(`${format}_parse`, { text: argument(val) }, format === 'csv' ? 'rows' : 'parsed')
  const old = said.source === null ? entityOf(val) : null
  if (said.fields !== null && (old?.fields.length ?? 0) > 0) dead('the fields are said twice')
  if (said.fields !== null && !isList) dead('fields of what?')
  const noun = said.noun ?? old?.noun ?? 'row'
  const nouns = [...new Set([noun, 'row', 'line', 'item', 'object', 'thing', 'record', 'entry', 'one'])]
  const fields =
    said.fields?.map(name => field(state, name, format === 'csv' ? text : any)) ?? old?.fields ?? []
  const entity: Entity = { noun, nouns, fields, isClosed: fields.length > 0 }
  const of: Type = fields.length > 0 || said.noun !== null ? { k: 'record', entity } : any
  const found: Val = { cel, type: isList ? { k: 'list', of } : format === null ? text : any }
  const names = [mark, ...(format === null ? [] : [format]), ...nouns, 'list', 'data', 'result']
  state.refer(isList ? names : names.filter(name => !nouns.includes(name)), found)
}

/** Names that were said of what a text holds: they are known by, and need not be in the plan. */
export function namesSaid(state: State): readonly string[] {
  return state.reachable.flatMap(({ nouns, val }) =>
    nouns[0] === mark ? [(entityOf(val)?.fields ?? []).map(({ name }) => name).join(',')] : [],
  )
}

function field(state: State, name: string, type: Type): Entity['fields'][number] {
  const words = wordsOf(name)
  const kind = words.at(-1) === 'id' ? words.slice(0, -1).join(' ') : ''
  const known = state.lexicon.entities.get(singularOf(kind).singular)
  return {
    name,
    words,
    type,
    isSure: true,
    description: '',
    ref: known === undefined ? null : { role: kind, noun: known.noun },
  }
}
