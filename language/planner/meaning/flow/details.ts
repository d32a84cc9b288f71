// "The subject is "Hi".": what is said of a call after it belongs to it.
import { type Call, readingsOf, withParts } from '../../grammar/packing.ts'
import type { Body, Head, NounTerm, Np, Post, SortKey, Statement } from '../../grammar/terms.ts'
import { commands } from '../../lexicon/commands.ts'
import { measures } from '../../lexicon/words.ts'

type Refine = Extract<Statement, { s: 'refine' }>
type More = Refine | Extract<Statement, { s: 'details' }>

export const isMore = (s: Statement['s']): boolean => s === 'details' || s === 'refine'

export function areDetails(body: Body): boolean {
  return body.length > 0 && body.every(({ s }) => isMore(s))
}

/** The ways in which details go with the calls before them, the nearest first. */
export function withDetails(body: Body): Body[] {
  const at = body.findIndex(({ s }) => isMore(s))
  if (at === -1) return [body]
  const more = body[at] as More
  const ways: Body[] = []
  for (let before = at - 1; before >= 0; before--) {
    for (const statement of added(body[before]!, more))
      ways.push([...body.slice(0, before), statement, ...body.slice(before + 1, at), ...body.slice(at + 1)])
  }
  return ways.slice(0, 4).flatMap(withDetails)
}

/** The statement with the parts in one of the calls that it holds. */
function added(statement: Statement, more: More): Statement[] {
  switch (statement.s) {
    case 'call':
      return more.s === 'refine'
        ? refinedCall(statement, more)
        : [withParts(statement, parts => [...parts, ...more.parts])!]
    case 'ask for':
      return more.s === 'refine' ? refined(statement.np, more).map(np => ({ ...statement, np })) : []
    case 'if':
      // Of two cases it is not said which one is meant.
      if (statement.else !== null) return []
      return within(statement.then, more).map(then => ({ ...statement, then }))
    case 'each':
    case 'thatcase':
    case 'works':
    case 'else':
      return within(statement.body, more).map(body => ({ ...statement, body }))
    default:
      return []
  }
}

function within(body: Body, more: More): Body[] {
  return body
    .flatMap((statement, at) =>
      added(statement, more).map(each => [...body.slice(0, at), each, ...body.slice(at + 1)]),
    )
    .toReversed()
}

/** "List the names. No name twice.": said of what is listed. */
function refinedCall(call: Call, more: Refine): Statement[] {
  const all = call.verb.lemmas.flatMap(lemma => commands.get(lemma) ?? [])
  if (!all.includes('return') && !all.includes('get')) return []
  return readingsOf(call).flatMap(reading => refinedReading(reading.call, more))
}

function refinedReading(call: Call, more: Refine): Statement[] {
  if (call.passive !== null) return refined(call.passive, more).map(passive => ({ ...call, passive }))
  const at = call.parts.findIndex(part => part.a === 'np')
  const part = call.parts[at]
  if (part?.a !== 'np') return []
  return refined(part.np, more).map(np => ({
    ...call,
    parts: call.parts.map((other, index) => (index === at ? { a: 'np' as const, np } : other)),
  }))
}

function refined(np: Np, { post, of, tie }: Refine): Np[] {
  if (np.t !== 'noun' || !np.head.isPlural) return []
  if (post.p === 'except') {
    // "the names of the products": it is said of the products.
    const at = np.post.findLastIndex(each => each.p === 'prep' && /^(of|from|for)$/.test(each.prep))
    const of = np.post[at]
    const inner = of?.p === 'prep' && of.np.t === 'noun' && of.np.head.isPlural ? of.np : null
    if (of?.p === 'prep' && inner !== null) {
      const less: Post = { ...of, np: { ...inner, post: [...inner.post, post] } }
      return [{ ...np, post: np.post.map((each, index) => (index === at ? less : each)) }]
    }
  }
  if (of !== null && !isSaidOf(of, np)) return []
  const keys = np.post.flatMap(each => (each.p === 'sort' ? each.keys : []))
  if (post.p === 'sort' && tie === undefined && keys.length > 0) return []
  if (tie !== undefined && !areEqualBy(keys.at(-1), tie[0])) return []
  return [{ ...np, post: [...np.post, post] }]
}

/** "each category", "every one", of the categories. */
function isSaidOf(of: Head, { head }: NounTerm): boolean {
  const word = of.words.at(-1)!
  return head.words.includes(word) || /^(one|entry|item|value|row)$/.test(word)
}

/** Two that cost the same are equal by their price, which they are in the order of. */
function areEqualBy(key: SortKey | undefined, said: string | undefined): boolean {
  if (key === undefined) return false
  if (said === undefined) return true
  if (key.np?.t === 'noun') return key.np.head.words.includes(said)
  return key.word !== null && measures.get(key.word)?.fields.includes(said) === true
}
