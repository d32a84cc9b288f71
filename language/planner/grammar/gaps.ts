// Conditions said of a thing that stands before them: their subject is one of its fields.
import { type At, spanOf } from './build.ts'
import type { Post, Pred } from './terms.ts'

/** "where the total is over 5": the field is one of the rows. */
// biome-ignore lint/suspicious/noExplicitAny: conditions mirror predicates
export function gapped(cond: any): Pred | null {
  if (cond.c === 'and' || cond.c === 'or') {
    const items = cond.items.map(gapped)
    return items.includes(null) ? null : { c: cond.c, items }
  }
  if (cond.c === 'not') {
    const pred = gapped(cond.condition)
    return pred && { c: 'not', pred }
  }
  if (cond.c === 'of') return ofSubject(cond)
  if (cond.c === 'there') return { c: 'has', np: cond.not ? { ...cond.np, det: 'no' } : cond.np }
  if (cond.c === 'true') return { c: 'is', right: cond.np }
  if (cond.c === 'bare') return cond.pred
  return null
}

/** "no coupon is recorded": there is none. */
// biome-ignore lint/suspicious/noExplicitAny: conditions mirror predicates
function ofSubject({ subject, pred }: any): Pred {
  // "where they are open": said of the things themselves.
  if (subject.t === 'pronoun' && /^(it|they)$/.test(subject.word)) return pred
  if (subject.t !== 'noun' || subject.det !== 'no') return { c: 'whose', field: subject, pred }
  return { c: 'not', pred: { c: 'whose', field: { ...subject, det: null }, pred } }
}

export function said(p: 'where' | 'exceptWhere', pred: Pred | null): Post | null {
  return pred && { p, pred }
}

/** "the post that it belongs to": of it. */
export function ofIt(word: string, at: At): Post {
  return { p: 'prep', prep: 'of', np: { t: 'pronoun', word, span: spanOf(at) } }
}
