// What is said of a result after it: that nothing stands in it twice, what comes first and what next where two
// are equal, that fewer will do, that it is all. It refines what was asked for, or says once more what is so anyway.
import type { Rule } from '../../chart/chart.ts'
import { type At, noun, rule, spanOf } from '../build.ts'
import type { Head, Np, Post, SortKey, Statement } from '../terms.ts'

const distinct: Post = { p: 'distinct' }
const frame = (_: unknown, at: At): Statement => ({ s: 'frame', span: spanOf(at) })
const refine = (post: Post, of: Head | null, at: At, tie?: readonly string[]): Statement => ({
  s: 'refine',
  post,
  of,
  ...(tie && { tie }),
  span: spanOf(at),
})
const sorted = (keys: readonly SortKey[]): Post => ({ p: 'sort', keys })

export const remarkRules: readonly Rule[] = [
  // Nothing twice.
  rule(
    'POST',
    ',?|- in|of? which|that? ONCEONLY',
    ([, , , of]): Post | null => (of === '' ? distinct : null),
    ['the emails, no duplicates'],
  ),
  rule('CLAUSE', 'so|and? that? ONCEONLY', ([, , of], at) => refine(distinct, of === '' ? null : of, at), [
    'no address should appear twice',
    'each category only once',
  ]),
  rule('CLAUSE', ',? in which ONCEONLY', ([, , , of], at) => refine(distinct, of === '' ? null : of, at)),
  rule('ONCEONLY', 'with? no duplicate|double|repeat|repetition|doublet', () => ''),
  rule('ONCEONLY', 'duplicate|double|repeat|repetition remove|drop', () => ''),
  rule('ONCEONLY', 'each|every one? MODAL? be? SHOWN? ONCE', () => ''),
  rule('ONCEONLY', 'each|every HEAD MODAL? be? SHOWN? ONCE', ([, head]) => head),
  rule('ONCEONLY', 'no HEAD MODAL? be? SHOWN? TWICE', ([, head]) => head),
  rule('ONCEONLY', 'none of? them|these|those? MODAL? be? SHOWN? TWICE', () => ''),
  rule('ONCEONLY', 'nothing MODAL? be? SHOWN? TWICE', () => ''),
  rule(
    'ONCEONLY',
    'IF the same|identical HEAD SHOWN TWICE ,? VOID* SHOWN it|them|that ONCE',
    ([, , , head]) => head,
  ),
  rule('CLAUSE', 'VOID* SHOWN each|every HEAD ONCE', ([, , , head], at) => refine(distinct, head, at), [
    'list each category just once',
  ]),
  rule('CLAUSE', 'VOID* SHOWN it|them|each ONCE', (_, at) => refine(distinct, null, at)),
  rule('CLAUSE', 'VOID* SHOWN me|us? a list ,? with|in? which? ONCEONLY', (parts, at) =>
    refine(distinct, parts.at(-1) === '' ? null : parts.at(-1), at),
  ),
  rule('CLAUSE', 'it MODAL be a list ,? with|in? which? ONCEONLY', (parts, at) =>
    refine(distinct, parts.at(-1) === '' ? null : parts.at(-1), at),
  ),
  rule('ONCE', 'only|just? once only?', () => 'once'),
  rule('ONCE', 'only|just? one time only|just?', () => 'once'),
  rule('TWICE', 'twice', () => 'twice'),
  rule('TWICE', 'more than once', () => 'twice'),
  rule('TWICE', 'more|several|many times|time', () => 'twice'),
  rule(
    'SHOWN',
    'appear|occur|list|name|state|show|mention|contain|include|put|give|return up?',
    () => 'shown',
  ),
  rule('SHOWN', 'be there|in|include', () => 'shown'),

  // What comes first, as a sentence; what next where two are equal.
  rule('CLAUSE', 'the SUPER one|ones? COMEFIRST', ([, word], at) =>
    refine(sorted([{ np: null, word, order: null }]), null, at),
  ),
  rule('CLAUSE', 'the SUPER HEAD COMEFIRST', ([, word, head], at) =>
    refine(sorted([{ np: noun(head, at), word, order: null }]), null, at),
  ),
  rule('COMEFIRST', 'MODAL? come|go|stand|be first', () => 'first'),
  rule('COMEFIRST', 'MODAL? come|go|stand|be at|on the? top', () => 'first'),
  rule('CLAUSE', 'TIE ,? then? TIESORT', ([tie, , , keys], at) => refine(sorted(keys), null, at, tie), [
    'if two have the same price , sort them by name from Z to A',
    'where two cost the same , then by name',
  ]),
  rule('CLAUSE', 'TIESORT TIE', ([keys, tie], at) => refine(sorted(keys), null, at, tie)),
  rule('TIESORT', 'sort|order|arrange|rank|go|list|put THOSETWO? VOID? by SORTKEY SORTMORE*', parts => [
    parts.at(-2),
    ...parts.at(-1),
  ]),
  rule('TIESORT', 'THOSETWO|NOUNISH MODAL? be sort|order|arrange|rank|list by SORTKEY SORTMORE*', parts => [
    parts.at(-2),
    ...parts.at(-1),
  ]),
  rule('TIESORT', 'the HEAD MODAL be sort|order|arrange|rank|list SORTING', (parts, at): SortKey[] | null => {
    const [key, ...more] = parts.at(-1) as SortKey[]
    return key!.np === null && key!.word === null && more.length === 0
      ? [{ ...key!, np: noun(parts[1], at) }]
      : null
  }),
  rule('TIESORT', 'by SORTKEY SORTMORE*', ([, key, more]) => [key, ...more]),
  rule('THOSETWO', 'they|them|those|these|it', () => 'those'),
  rule('THOSETWO', 'those|these|the ones|two', () => 'those'),
  rule('SORTMORE', ',? then|and? ,? TIE ,? by? SORTKEY', parts => parts.at(-1)),
  rule('SORTMORE', 'NEXTKEY by? SORTKEY TIE', ([, , key]) => key),
  rule('TIE', 'IF TIESUBJ have the? same|equal|identical HEAD', ([, , , , , head]) => [head.words.at(-1)]),
  rule('TIE', 'IF TIESUBJ cost be? the same', () => ['price']),
  rule('TIE', 'IF TIESUBJ be equal|tied|identical', () => []),
  rule('TIE', 'IF TIESUBJ be the same', () => []),
  rule('TIE', "IF the HEAD be|'s the? same|equal|identical", ([, , head]) => [head.words.at(-1)]),
  rule('TIE', 'in the event|case of the? same|equal|identical HEAD', parts => [parts.at(-1).words.at(-1)]),
  rule('TIE', 'for|with|at|on|among the? same|equal|identical HEAD', parts => [parts.at(-1).words.at(-1)]),
  rule('TIE', 'on|for|in case|event? of? a? tie', () => []),
  rule('TIESUBJ', 'two|several|some|any|more of? them|these|those?', () => 'two'),
  rule('TIESUBJ', 'two|several|some|any|more HEAD', () => 'two'),

  // What does not belong to it, said of it.
  rule('CLAUSE', 'NOTMEANT', ([np], at) => (isKind(np) ? refine({ p: 'except', np }, null, at) : null), [
    'discontinued products should not be considered',
    'the cancelled ones are to be left out',
  ]),
  rule('NOTMEANT', 'NP MODAL not be VOID* CONSIDERED ATALL?', ([np]) => np),
  rule('NOTMEANT', 'NP be not to be VOID* CONSIDERED ATALL?', ([np]) => np),
  rule('NOTMEANT', 'NP be not CONSIDERED ATALL?', ([np]) => np),
  rule('NOTMEANT', 'NP do not count', ([np]) => np),
  rule('NOTMEANT', 'NP MODAL be VOID* LEFTOUT', ([np]) => np),
  rule('NOTMEANT', 'NP be to be VOID* LEFTOUT', ([np]) => np),
  rule('NOTMEANT', 'VOID* LEAVEOUT NP', ([, , np]) => np),
  rule('CONSIDERED', 'consider|include|count|list|show|take|contain|return', () => 'considered'),
  rule('LEFTOUT', 'leave out|aside', () => 'out'),
  rule('LEFTOUT', 'exclude|skip|ignore|omit|disregard|drop', () => 'out'),
  rule('ATALL', 'at all', () => 'at all'),
  rule('ATALL', 'for this|that', () => 'at all'),

  // Fewer than were asked for will do: as it is anyway.
  rule('POST', ',? ORFEWER', () => [], [], 0.5),
  rule('POST', ',? ( ORFEWER )', () => [], ['the 2 newest orders (or fewer if there are not two)']),
  rule('CONTROL', 'FEWEROK', frame),
  rule('ORFEWER', 'or? fewer|less ,? if|when|where FEWERTHERE', () => 'fewer'),
  rule('ORFEWER', 'or? fewer|less if fewer|less', () => 'fewer'),
  rule('ORFEWER', 'or fewer|less ,? should there? be? fewer|less exist?', () => 'fewer'),
  rule('FEWERTHERE', 'there be not so|that many', () => 'fewer'),
  rule('FEWERTHERE', 'there be not? only? COUNT or|none?', () => 'fewer'),
  rule('FEWERTHERE', 'there be only? COUNT or none', () => 'fewer'),
  rule('FEWERTHERE', 'there be fewer|less than? COUNT?', () => 'fewer'),
  rule('FEWERTHERE', 'fewer|less exist', () => 'fewer'),
  rule('FEWEROK', 'if|when|where FEWERTHERE ,? then? FEWERFINE', () => 'fine', [
    'if there are not two , fewer is fine',
    'if there are fewer than two , then just take those',
  ]),
  rule('FEWEROK', 'should there be fewer|less ,? then? FEWERFINE', () => 'fine'),
  rule('FEWEROK', "maybe there be|'s only COUNT ,|: FEWERFINE", () => 'fine'),
  rule('FEWERFINE', "that|fewer|less|this|it be|'s also? ok|fine|okay|good|alright too?", () => 'fine'),
  rule('FEWERFINE', 'just|simply? take|return|use|give|list? those|these|them|fewer|less', () => 'fine'),
  rule('FEWERFINE', 'just|simply? take|return|use|give|list? what|whatever there be|exist', () => 'fine'),
  rule('FEWERFINE', 'just|simply? take|return|use|give|list? what|whatever be there', () => 'fine'),

  // That it is all.
  rule('END', ',|;|-|–|( NOTHINGELSE )?', () => '.'),
  rule('END', 'only|exclusively', () => '.', [], 0.5),
  rule('CONTROL', 'NOTHINGELSE', frame),
  rule('NOTHINGELSE', 'and|but? nothing|no else|more|further', () => 'all'),
  rule('NOTHINGELSE', 'and|but? nothing beyond that|this|these|those|it COUNT?', () => 'all'),
  rule('NOTHINGELSE', 'and|but? no other|more|further HEAD', () => 'all', [], 0.5),
  rule('NOTHINGELSE', "that be|'s all|enough", () => 'all'),
  rule('NOTHINGELSE', "that be|'s all|everything that? i|we want|need to? see|know?", () => 'all'),
  rule('NOTHINGELSE', 'and|but? leave out everything|anything|all else', () => 'all'),
  rule('NOTHINGELSE', 'i|we do not need|want anything|everything else|more from|of? the? HEAD?', () => 'all'),
  // "..., names only": what was named before.
  rule('POST', ',|-|–|; HEAD only', ([, head], at) => (isNamedBefore(head, at) ? [] : null)),
  rule('POST', ',|-|–|; only|just the? HEAD', ([, , , head], at) => (isNamedBefore(head, at) ? [] : null)),

  // "Post it even if the count is 0.": done anyway.
  rule(
    'CONTROL',
    'VOID* VERB it|this|that|one? VOID* also|even if|when|for COND VOID*',
    ([, verb], at) => anyway(verb.lemmas, at),
    ['post it even if the count is 0', 'send it also when the total is 5'],
  ),
  rule('CONTROL', 'VOID* VERB it|this|that|one for a count|number|total|sum of COUNT too', ([, verb], at) =>
    anyway(verb.lemmas, at),
  ),
  rule('CONTROL', 'the SENTTHING MODAL VERB|go VERB|out? VOID* also|even if|when COND', (_, at) =>
    anyway([], at),
  ),
  rule('CONTROL', 'i|we want|need that|this|the SENTTHING also|even if|when COND', (_, at) => anyway([], at)),
  rule('SENTTHING', 'message|post|mail|email|e-mail|note|notification|text|report', () => 'sent'),
]

const anyway = (verb: readonly string[], at: At): Statement => ({ s: 'anyway', verb, span: spanOf(at) })

/** Of a kind that is told: "the cancelled ones". */
function isKind(np: Np): boolean {
  return np.t === 'noun' && np.pre.length + np.post.length > 0
}

/** The same word stands before it in the sentence. */
function isNamedBefore(head: Head, { tokens, start }: At): boolean {
  const word = head.words.at(-1)!
  return tokens.slice(0, start).some(({ lower }) => lower === word || lower.replace(/(es|s)$/, '') === word)
}
