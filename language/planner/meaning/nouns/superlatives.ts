// Superlatives that are said of a thing behind it: "the task with the highest estimate", "which product is
// the cheapest", "the one whose total is the lowest".
import type { Head, NounTerm, Np, Post, Pred } from '../../grammar/terms.ts'
import { dead, type Val } from '../state.ts'
import { united } from './figures.ts'

export interface Superlative {
  readonly word: string
  /** The field that is measured; null: the one that the word tells. */
  readonly by: readonly string[] | null
}

export function superlativeIn(post: Post): Superlative | null {
  if (post.p === 'prep') return post.prep === 'with' ? ofField(post.np) : null
  return post.p === 'where' ? said(post.pred) : null
}

function said(pred: Pred): Superlative | null {
  switch (pred.c) {
    case 'has':
      return ofField(pred.np)
    case 'is':
      return ofOne(pred.right)
    case 'whose': {
      const inner = said(pred.pred)
      return inner === null || inner.by !== null || pred.field.t !== 'noun'
        ? null
        : { word: inner.word, by: pred.field.head.words }
    }
    default:
      return null
  }
}

/** "the highest estimate" */
function ofField(np: Np): Superlative | null {
  if (np.t !== 'noun' || np.owner !== null || np.head.isPlural !== isMeasured(np)) return null
  if (np.det !== null && np.det !== 'the' && np.det !== 'a') return null
  const [only] = np.pre
  const { head, post } = united(np)
  return np.pre.length === 1 && only?.p === 'extreme' && only.count === null && post.length === 0
    ? { word: only.word, by: head.words }
    : null
}

/** "the most hours" is one number of hours. */
function isMeasured(np: NounTerm): boolean {
  const [only] = np.pre
  return np.head.isPlural && only?.p === 'extreme'
}

/** "the cheapest", "the cheapest one" */
function ofOne(np: Np): Superlative | null {
  if (np.t !== 'noun' || np.head.words.join(' ') !== 'one' || np.head.isPlural) return null
  const [only] = np.pre
  return np.pre.length === 1 && only?.p === 'extreme' && only.count === null && np.post.length === 0
    ? { word: only.word, by: null }
    : null
}

/** "with the highest estimate in the project X": what is said behind the field restricts the things. */
export function lifted(np: NounTerm): readonly Post[] {
  return np.post.flatMap((post): Post[] => {
    const inner =
      post.p === 'prep' ? post.np : post.p === 'where' && post.pred.c === 'has' ? post.pred.np : null
    if (inner === null || inner.t !== 'noun' || inner.post.length === 0) return [post]
    const bare: NounTerm = { ...inner, post: inner.post.filter(each => each.p === 'unit') }
    const short: Post =
      post.p === 'prep' ? { ...post, np: bare } : { p: 'where', pred: { c: 'has', np: bare } as Pred }
    return superlativeIn(short) === null ? [post] : [...inner.post.filter(each => each.p !== 'unit'), short]
  })
}

export function headOf(words: readonly string[]): Head {
  return { words, isPlural: false, isKnown: true }
}

/** What is asked by "when" is a day or a time, by "how much" a number. */
export function mustBe(val: Val, kind: 'date' | 'number'): void {
  const { type } = val
  const isDate =
    type.k === 'text' &&
    (/^date/.test(type.format ?? '') || /^(at|on|date|day|time|until|deadline)$/.test(val.hint?.at(-1) ?? ''))
  if (kind === 'date' ? !isDate : type.k !== 'number')
    dead(kind === 'date' ? 'that is no date' : 'that is no number')
}
