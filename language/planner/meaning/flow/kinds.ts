// "When the stock of a product is below 5, set it to 50": said of no product that is known, but of each of
// them.
import type { Condition, NounTerm, Np } from '../../grammar/terms.ts'
import type { State } from '../state.ts'

export interface OfKind {
  readonly np: NounTerm
  /** The same, of the one that it is about. */
  readonly cond: Condition
}

/** What the condition is about, where that is any of a kind that tools list. */
export function anyOfKind(state: State, cond: Condition): OfKind | null {
  switch (cond.c) {
    case 'and':
    case 'or': {
      const first = anyOfKind(state, cond.items[0]!)
      return first && { ...first, cond: { ...cond, items: [first.cond, ...cond.items.slice(1)] } }
    }
    case 'not': {
      const found = anyOfKind(state, cond.condition)
      return found && { ...found, cond: { c: 'not', condition: found.cond } }
    }
    case 'of': {
      const found = inSubject(state, cond.subject)
      return found && { np: found.np, cond: { ...cond, subject: found.subject } }
    }
    default:
      return null
  }
}

/** "a product", "a product's stock", "the stock of a product". */
function inSubject(state: State, subject: Np): { np: NounTerm; subject: Np } | null {
  if (subject.t !== 'noun') return null
  if (subject.owner === null && isAny(state, subject)) return { np: all(subject), subject: the(subject) }
  const { owner, post } = subject
  if (owner?.t === 'noun' && isAny(state, owner))
    return { np: all(owner), subject: { ...subject, owner: the(owner) } }
  const at = post.findIndex(each => each.p === 'prep' && each.prep === 'of')
  const of = post[at]
  if (of?.p !== 'prep' || of.np.t !== 'noun' || !isAny(state, of.np)) return null
  const one: Np = the(of.np)
  return {
    np: all(of.np),
    subject: { ...subject, post: post.map((each, index) => (index === at ? { ...of, np: one } : each)) },
  }
}

/** One that is not known: not "a product P-1", and none that was named before. */
function isAny({ lexicon }: State, { det, head, owner, pre, post }: NounTerm): boolean {
  return (
    (det === 'a' || det === 'any') &&
    !head.isPlural &&
    owner === null &&
    (lexicon.entities.get(head.words.join(' '))?.lists.length ?? 0) > 0 &&
    pre.every(({ p }) => p === 'adjective') &&
    post.every(each => each.p !== 'value')
  )
}

const all = (np: NounTerm): NounTerm => ({ ...np, det: 'each' })
const the = (np: NounTerm): NounTerm => ({ ...np, det: 'the', pre: [], post: [] })
