// Things that an order names by their id, known before it is carried out: a condition that stands in front of
// it, or behind, may speak of them.
import { type Call, readingsOf } from '../../grammar/packing.ts'
import type { Body, NounTerm, Np } from '../../grammar/terms.ts'
import { introduceById } from '../nouns/queries.ts'
import { valueSaid } from '../nouns/resolve.ts'
import type { State } from '../state.ts'

/**
 * "Do X to ticket T-1 unless its status is open": the condition, which is computed first, knows the ticket.
 */
export function foreshadow(state: State, call: Call): void {
  for (const np of surelyNamed(call)) introduceById(state, np)
}

/** A text that stands beside a thing only as some would read it is no name of it; an id is. */
function surelyNamed(call: Call): readonly NounTerm[] {
  const all = readingsOf(call).map(reading => namedIn(reading.call))
  const known = all.map(nps => new Set(nps.map(nameOf)))
  const seen = new Set<string>()
  return all.flat().filter(np => {
    const name = nameOf(np)
    if (seen.has(name)) return false
    seen.add(name)
    return !isCalled(np) || known.every(names => names.has(name))
  })
}

function isCalled({ post }: NounTerm): boolean {
  return post.some(each => each.p === 'value' && each.value.v === 'text')
}

/** The things of an order, each with a value beside it. */
function namedIn({ parts, passive }: Call): readonly NounTerm[] {
  const inside = (np: Np): readonly NounTerm[] => {
    if (np.t !== 'noun') return []
    const within = [np.owner, ...np.post.map(post => (post.p === 'prep' ? post.np : null))]
    return [np, ...within.flatMap(each => (each === null ? [] : inside(each)))]
  }
  const nps = [passive, ...parts.map(part => (part.a === 'flag' || part.a === 'text' ? null : part.np))]
  return nps.flatMap(np => (np === null ? [] : inside(np)))
}

function nameOf({ head, post }: NounTerm): string {
  return JSON.stringify([head.words, post.flatMap(each => (each.p === 'value' ? [each.value] : []))])
}

/** Things that a clause names by their id: "delete order A-1, if it is open" speaks of it before. */
export function mention(state: State, body: Body): void {
  for (const statement of body) {
    if (statement.s !== 'call') continue
    for (const np of surelyNamed(statement)) {
      if (np.owner !== null) continue
      const words = np.head.words.join(' ')
      const entity =
        state.lexicon.entities.get(words) ??
        [...state.lexicon.entities.values()].find(each => each.nouns.includes(words))
      const [beside] = np.post.filter(post => post.p === 'value')
      if (entity === undefined || beside?.p !== 'value' || !['hole', 'id', 'text'].includes(beside.value.v))
        continue
      const id = valueSaid(state, beside.value)
      if (id.cel === null) continue
      state.refer(entity.nouns, {
        cel: null,
        id: id.cel,
        type: { k: 'record', entity },
        refers: entity,
        ...(typeof id.literal === 'string' && { literal: id.literal }),
      })
    }
  }
}
