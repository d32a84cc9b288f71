// What rules are made with.
import type { Rule } from '../chart/chart.ts'
import type { Complement, Head, NounTerm, Np, Post, Span, Statement, Value, Verb } from './terms.ts'

export type At = {
  tokens: readonly { start: number; end: number; text: string; lower: string }[]
  start: number
  end: number
}

export function spanOf({ tokens, start, end }: At): Span {
  return [tokens[start]!.start, tokens[end - 1]!.end]
}

export const valueNp = ([value]: [Value], at: At): Np => ({ t: 'value', value, span: spanOf(at) })

export function noun(head: Head, at: At, rest: Partial<NounTerm> = {}): NounTerm {
  return { t: 'noun', det: null, owner: null, pre: [], head, post: [], ...rest, span: spanOf(at) }
}

export const flat = (lists: readonly (Post | readonly Post[])[]): readonly Post[] => lists.flat() as Post[]

/** A rule with at least two examples, which are its tests and its documentation. */
export function rule(
  category: string,
  parts: string,
  meaning: Rule['meaning'],
  examples: readonly string[] = [],
  cost = 0,
): Rule {
  return { category, parts, meaning, examples, cost }
}

export const call = (
  verb: Verb,
  parts: readonly unknown[],
  at: At,
  passive: Np | null = null,
): Statement => ({
  s: 'call',
  verb,
  parts: (parts as (Complement | Complement[] | 'void')[])
    .flat()
    .filter(part => part !== 'void') as Complement[],
  passive,
  span: spanOf(at),
})

export function nounOf(word: string, at: At, det: NounTerm['det']): NounTerm {
  return {
    t: 'noun',
    det,
    owner: null,
    pre: [],
    head: { words: [word], isPlural: false, isKnown: true },
    post: [],
    span: spanOf(at),
  }
}
