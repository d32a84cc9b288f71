// What is said of a result after it: that nothing stands in it twice, what comes first and what next where
// two are equal, that fewer will do, that it is all. It refines what was asked for, or says once more what is
// so anyway.
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
    ['- No doubles', '- no repeats'],
  ),
  rule('CLAUSE', 'so|and? that? ONCEONLY', ([, , of], at) => refine(distinct, of === '' ? null : of, at), [
    'no address should appear twice',
    'each category only once',
  ]),
  rule('CLAUSE', ',? in which ONCEONLY', ([, , , of], at) => refine(distinct, of === '' ? null : of, at), [
    'in which no address may appear more than once',
    'in which No doubles',
  ]),
  rule('ONCEONLY', 'with? no duplicate|double|repeat|repetition|doublet', () => '', [
    'No doubles',
    'no repeats',
  ]),
  rule('ONCEONLY', 'duplicate|double|repeat|repetition remove|drop', () => '', [
    'duplicates removed',
    'duplicate remove',
  ]),
  rule('ONCEONLY', 'each|every one? MODAL? be? SHOWN? ONCE', () => '', [
    'each only once',
    'each one only once',
  ]),
  rule('ONCEONLY', 'each|every HEAD MODAL? be? SHOWN? ONCE', ([, head]) => head, [
    'every category once',
    'each address only once',
  ]),
  rule('ONCEONLY', 'no HEAD MODAL? be? SHOWN? TWICE', ([, head]) => head, [
    'no category twice',
    'no address should appear twice',
  ]),
  rule('ONCEONLY', 'none of? them|these|those? MODAL? be? SHOWN? TWICE', () => '', [
    'none twice',
    'none more than once',
  ]),
  rule('ONCEONLY', 'nothing MODAL? be? SHOWN? TWICE', () => '', ['nothing twice', 'nothing more times']),
  rule(
    'ONCEONLY',
    'IF the same|identical HEAD SHOWN TWICE ,? VOID* SHOWN it|them|that ONCE',
    ([, , , head]) => head,
    ['When the same e-mail appears more times, put it only once', 'If the same order put twice put it If'],
  ),
  rule('CLAUSE', 'VOID* SHOWN each|every HEAD ONCE', ([, , , head], at) => refine(distinct, head, at), [
    'list each category just once',
    'List every category once',
  ]),
  rule('CLAUSE', 'VOID* SHOWN it|them|each ONCE', (_, at) => refine(distinct, null, at), [
    'List them only one time',
    'put it If',
  ]),
  rule(
    'CLAUSE',
    'VOID* SHOWN me|us? a list ,? with|in? which? ONCEONLY',
    (parts, at) => refine(distinct, parts.at(-1) === '' ? null : parts.at(-1), at),
    ['Give a list, each category one time', 'Give a list, each category one time only'],
  ),
  rule(
    'CLAUSE',
    'it MODAL be a list ,? with|in? which? ONCEONLY',
    (parts, at) => refine(distinct, parts.at(-1) === '' ? null : parts.at(-1), at),
    ['It should be a list in which every category is named only once', 'it has be a list No doubles'],
  ),
  rule('ONCE', 'only|just? once only?', () => 'once', ['Once', 'only once']),
  rule('ONCE', 'only|just? one time only|just?', () => 'once', ['one time', 'only one time']),
  rule('TWICE', 'twice', () => 'twice', ['twice']),
  rule('TWICE', 'more than once', () => 'twice', ['more than once']),
  rule('TWICE', 'more|several|many times|time', () => 'twice', ['more times', 'more time']),
  rule(
    'SHOWN',
    'appear|occur|list|name|state|show|mention|contain|include|put|give|return up?',
    () => 'shown',
    ['put', 'List'],
  ),
  rule('SHOWN', 'be there|in|include', () => 'shown', ['is in', 'is there']),

  // What comes first, as a sentence; what next where two are equal.
  rule(
    'CLAUSE',
    'the SUPER one|ones? COMEFIRST',
    ([, word], at) => refine(sorted([{ np: null, word, order: null }]), null, at),
    ['The cheapest comes first', 'the largest comes first'],
  ),
  rule(
    'CLAUSE',
    'the SUPER HEAD COMEFIRST',
    ([, word, head], at) => refine(sorted([{ np: noun(head, at), word, order: null }]), null, at),
    ['the largest order comes first', 'the largest ticket comes first'],
  ),
  rule('COMEFIRST', 'MODAL? come|go|stand|be first', () => 'first', ['comes first', 'come first']),
  rule('COMEFIRST', 'MODAL? come|go|stand|be at|on the? top', () => 'first', [
    'come at top',
    'come at the top',
  ]),
  rule('CLAUSE', 'TIE ,? then? TIESORT', ([tie, , , keys], at) => refine(sorted(keys), null, at, tie), [
    'if two have the same price , sort them by name from Z to A',
    'where two cost the same , then by name',
  ]),
  rule('CLAUSE', 'TIESORT TIE', ([keys, tie], at) => refine(sorted(keys), null, at, tie), [
    'order by price asc, then name desc (z to a) on ties',
    'by name Z to A on ties',
  ]),
  rule(
    'TIESORT',
    'sort|order|arrange|rank|go|list|put THOSETWO? VOID? by SORTKEY SORTMORE*',
    parts => [parts.at(-2), ...parts.at(-1)],
    ['go by name z to a', 'sort them by name from Z to A'],
  ),
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
  rule('TIESORT', 'by SORTKEY SORTMORE*', ([, key, more]) => [key, ...more], ['by name Z to A', 'by SMS']),
  rule('THOSETWO', 'they|them|those|these|it', () => 'those', ['it', 'them']),
  rule('THOSETWO', 'those|these|the ones|two', () => 'those', ['those ones', 'those two']),
  rule('SORTMORE', ',? then|and? ,? TIE ,? by? SORTKEY', parts => parts.at(-1), [
    ', then, for equal prices, by name Z to A',
    'on ties SMS',
  ]),
  rule('SORTMORE', 'NEXTKEY by? SORTKEY TIE', ([, , key]) => key, [
    ', then name desc (z to a) on ties',
    ', SMS on ties',
  ]),
  rule('TIE', 'IF TIESUBJ have the? same|equal|identical HEAD', ([, , , , , head]) => [head.words.at(-1)], [
    'When two have the same price',
    'Where two have the same price',
  ]),
  rule('TIE', 'IF TIESUBJ cost be? the same', () => ['price'], [
    'If two cost the same',
    'when two cost the same',
  ]),
  rule('TIE', 'IF TIESUBJ be equal|tied|identical', () => [], ['If two be equal', 'If two be tied']),
  rule('TIE', 'IF TIESUBJ be the same', () => [], ['If two be the same', 'If more be the same']),
  rule('TIE', "IF the HEAD be|'s the? same|equal|identical", ([, , head]) => [head.words.at(-1)], [
    "if the price's the same",
    'If the order be same',
  ]),
  rule('TIE', 'in the event|case of the? same|equal|identical HEAD', parts => [parts.at(-1).words.at(-1)], [
    'in the event of same order',
    'in the event of same ticket',
  ]),
  rule('TIE', 'for|with|at|on|among the? same|equal|identical HEAD', parts => [parts.at(-1).words.at(-1)], [
    'for equal prices',
    'for same order',
  ]),
  rule('TIE', 'on|for|in case|event? of? a? tie', () => [], ['on ties', 'on tie']),
  rule('TIESUBJ', 'two|several|some|any|more of? them|these|those?', () => 'two', ['two', 'more']),
  rule('TIESUBJ', 'two|several|some|any|more HEAD', () => 'two', ['two cost', 'two order']),

  // What does not belong to it, said of it.
  rule(
    'CLAUSE',
    'NOTMEANT',
    ([np], at) => (isKind(np) ? refine({ p: 'except', np, leavesRest: true }, null, at) : null),
    ['discontinued products should not be considered', 'the cancelled ones are to be left out'],
  ),
  rule('NOTMEANT', 'NP MODAL not be VOID* CONSIDERED ATALL?', ([np]) => np, [
    'Discontinued products should not be considered',
    "where products that are discontinued shouldn't be considered",
  ]),
  rule('NOTMEANT', 'NP be not to be VOID* CONSIDERED ATALL?', ([np]) => np, [
    'Discontinued products are not to be considered',
    'the orders be not to be considered',
  ]),
  rule('NOTMEANT', 'NP be not CONSIDERED ATALL?', ([np]) => np, [
    'the orders be not considered',
    'the orders be not considered at all',
  ]),
  rule('NOTMEANT', 'NP do not count', ([np]) => np, ['the orders do not count', 'the ticket do not count']),
  rule('NOTMEANT', 'NP MODAL be VOID* LEFTOUT', ([np]) => np, [
    'The remainder shall be disregarded',
    'the orders has be disregarded',
  ]),
  rule('NOTMEANT', 'NP be to be VOID* LEFTOUT', ([np]) => np, [
    'the orders be to be disregarded',
    'the orders be to be pls disregarded',
  ]),
  rule('NOTMEANT', 'VOID* LEAVEOUT NP', ([, , np]) => np, ['skip it', 'ignore it']),
  rule('CONSIDERED', 'consider|include|count|list|show|take|contain|return', () => 'considered', [
    'considered',
    'consider',
  ]),
  rule('LEFTOUT', 'leave out|aside', () => 'out', ['leave out', 'leave aside']),
  rule('LEFTOUT', 'exclude|skip|ignore|omit|disregard|drop', () => 'out', ['disregarded', 'exclude']),
  rule('ATALL', 'at all', () => 'at all', ['at all']),
  rule('ATALL', 'for this|that', () => 'at all', ['for this', 'for that']),

  // Fewer than were asked for will do: as it is anyway.
  rule('POST', ',? ORFEWER', () => [], ['fewer if fewer', 'or fewer if fewer'], 0.5),
  rule('POST', ',? ( ORFEWER )', () => [], ['( fewer if fewer )', '( or fewer if fewer )']),
  rule('CONTROL', 'FEWEROK', frame, ["if there's fewer that's fine", "If there aren't two, fewer is fine"]),
  rule('ORFEWER', 'or? fewer|less ,? if|when|where FEWERTHERE', () => 'fewer', [
    'or fewer if fewer exist',
    "or fewer if there aren't two",
  ]),
  rule('ORFEWER', 'or? fewer|less if fewer|less', () => 'fewer', ['fewer if fewer', 'or fewer if fewer']),
  rule('ORFEWER', 'or fewer|less ,? should there? be? fewer|less exist?', () => 'fewer', [
    'or fewer should fewer',
    'or fewer should fewer exist',
  ]),
  rule('FEWERTHERE', 'there be not so|that many', () => 'fewer', [
    'there are not so many',
    "there aren't that many",
  ]),
  rule('FEWERTHERE', 'there be not? only? COUNT or|none?', () => 'fewer', ['there are 2', 'there are two']),
  rule('FEWERTHERE', 'there be only? COUNT or none', () => 'fewer', [
    "there's only one or none",
    'there be 3 or none',
  ]),
  rule('FEWERTHERE', 'there be fewer|less than? COUNT?', () => 'fewer', ["there's fewer", 'there are less']),
  rule('FEWERTHERE', 'fewer|less exist', () => 'fewer', ['fewer exist', 'less exist']),
  rule('FEWEROK', 'if|when|where FEWERTHERE ,? then? FEWERFINE', () => 'fine', [
    'if there are not two , fewer is fine',
    'if there are fewer than two , then just take those',
  ]),
  rule('FEWEROK', 'should there be fewer|less ,? then? FEWERFINE', () => 'fine', [
    'Should there be fewer, then simply fewer',
    'should there be fewer fewer',
  ]),
  rule('FEWEROK', "maybe there be|'s only COUNT ,|: FEWERFINE", () => 'fine', [
    "Maybe there is only one, that's fine",
    'maybe there be only 3, fewer',
  ]),
  rule('FEWERFINE', "that|fewer|less|this|it be|'s also? ok|fine|okay|good|alright too?", () => 'fine', [
    "that's ok",
    "that's fine",
  ]),
  rule('FEWERFINE', 'just|simply? take|return|use|give|list? those|these|them|fewer|less', () => 'fine', [
    'fewer',
    'simply fewer',
  ]),
  rule('FEWERFINE', 'just|simply? take|return|use|give|list? what|whatever there be|exist', () => 'fine', [
    'return what there is',
    'what there be',
  ]),
  rule('FEWERFINE', 'just|simply? take|return|use|give|list? what|whatever be there', () => 'fine', [
    'just what is there',
    'what be there',
  ]),

  // That it is all.
  rule('END', ',|;|-|–|( NOTHINGELSE )?', () => '.', [', no more', ", that's all"]),
  rule('END', 'only|exclusively', () => '.', ['only', 'exclusively'], 0.5),
  rule('CONTROL', 'NOTHINGELSE', frame, ['nothing else', 'nothing more']),
  rule('NOTHINGELSE', 'and|but? nothing|no else|more|further', () => 'all', ['no more', 'no further']),
  rule('NOTHINGELSE', 'and|but? nothing beyond that|this|these|those|it COUNT?', () => 'all', [
    'nothing beyond that',
    'nothing beyond that 3',
  ]),
  rule(
    'NOTHINGELSE',
    'and|but? no other|more|further HEAD',
    () => 'all',
    ['no other fields', 'no other details'],
    0.5,
  ),
  rule('NOTHINGELSE', "that be|'s all|enough", () => 'all', ["that's all", 'that be all']),
  rule('NOTHINGELSE', "that be|'s all|everything that? i|we want|need to? see|know?", () => 'all', [
    "that's all I want",
    "That's all I need",
  ]),
  rule('NOTHINGELSE', 'and|but? leave out everything|anything|all else', () => 'all', [
    'leave out everything else',
    'and leave out everything else',
  ]),
  rule(
    'NOTHINGELSE',
    'i|we do not need|want anything|everything else|more from|of? the? HEAD?',
    parts => (parts.at(-1)?.isKnown === false ? null : 'all'),
    ["I don't need anything else", "I don't need anything else from"],
  ),
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
  rule(
    'CONTROL',
    'VOID* VERB it|this|that|one for a count|number|total|sum of COUNT too',
    ([, verb], at) => anyway(verb.lemmas, at),
    ['Send it for a count of 0 too', 'cancel it for a count of 3 too'],
  ),
  rule(
    'CONTROL',
    'the SENTTHING MODAL VERB|go VERB|out? VOID* also|even if|when COND',
    (_, at) => anyway([], at),
    ['the text has go also if it is open', 'the text has go pls also if it is open'],
  ),
  rule(
    'CONTROL',
    'i|we want|need that|this|the SENTTHING also|even if|when COND',
    (_, at) => anyway([], at),
    ['I want that message even when there are 0', 'i want that text also if it is open'],
  ),
  rule('SENTTHING', 'message|post|mail|email|e-mail|note|notification|text|report', () => 'sent', [
    'text',
    'email',
  ]),
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
