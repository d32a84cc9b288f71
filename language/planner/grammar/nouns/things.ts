// The noun with what belongs to it, and what stands for a noun.
import type { Rule } from '../../chart/chart.ts'
import { flat, noun, rule, spanOf, valueNp } from '../build.ts'
import type { Head, NounTerm, Np, Post } from '../terms.ts'

export const nounRules: readonly Rule[] = [
  // The noun with what stands before it, and whose it is.
  rule(
    'CORE',
    'DET? PRE* HEAD BESIDE?',
    // "All order A-1": one of them, or all?
    ([d, pre, head, beside], at) =>
      d === 'all' && beside !== null && !head.isPlural
        ? null
        : noun(head, at, { det: d, pre, post: beside === null ? [] : [beside] }),
    ['the open orders', 'order A-1'],
  ),
  // "only" stands before all of it: "the only order" is another thing.
  rule(
    'CORE',
    'only|just|solely|exclusively DET? PRE* HEAD BESIDE?',
    ([, d, pre, head, beside], at) =>
      noun(head, at, { det: d, pre: [{ p: 'only' }, ...pre], post: beside === null ? [] : [beside] }),
    ['only the open orders', 'just the ids'],
  ),
  // "order ids", "the product names", "the estimate in hours": the first noun says whose, or what kind of it.
  rule(
    'CORE',
    'DET? PRE* HEAD HEAD',
    ([d, pre, a, b], at) =>
      a.isPlural || !a.isKnown || !b.isKnown
        ? null
        : noun({ ...b, words: [...a.words, ...b.words] }, at, { det: d, pre }),
    ['the order ids', 'all product names'],
    1,
  ),
  rule(
    'CORE',
    'DET? PRE* HEAD in HEAD',
    ([d, pre, a, , b], at) =>
      a.isKnown && b.isKnown && b.isPlural
        ? noun({ ...b, words: [...a.words, ...b.words], isPlural: a.isPlural }, at, { det: d, pre })
        : null,
    [],
    1,
  ),
  rule(
    'CORE',
    'DET? either? ADJ or ADJ HEAD',
    ([d, , a, , b, head], at) => noun(head, at, { det: d, post: [eitherOf([a, b])] }),
    ['pending or paid orders', 'all high or low tasks'],
  ),
  rule(
    'CORE',
    'those|these|ones either? ADJ or ADJ',
    ([, , a, , b], at) =>
      noun({ words: ['one'], isPlural: true, isKnown: true }, at, { det: 'these', post: [eitherOf([a, b])] }),
    ['those open or open', 'those open or urgent'],
  ),
  rule(
    'POST',
    ',? either? ADJ or ADJ',
    ([, , a, , b]): Post => eitherOf([a, b]),
    ['pending or paid', 'kitchen or home'],
    0.5,
  ),
  // "the open ones" without a noun; "the paid", "the largest"; "customers" who are "leads".
  rule(
    'CORE',
    'DET PRE* ADJ',
    ([d, pre, words], at) =>
      noun({ words: ['one'], isPlural: true, isKnown: true }, at, {
        det: d,
        pre: [...pre, { p: 'adjective', words }],
      }),
    ['the overdue', 'all leads'],
    3,
  ),
  rule(
    'CORE',
    'ADJ',
    ([words], at) =>
      noun({ words: ['one'], isPlural: true, isKnown: true }, at, { pre: [{ p: 'adjective', words }] }),
    ['customer', 'open'],
    4,
  ),
  rule(
    'CORE',
    'DET SUPER',
    ([d, word], at) =>
      noun({ words: ['one'], isPlural: false, isKnown: true }, at, {
        det: d,
        pre: [{ p: 'extreme', word, count: null }],
      }),
    ['the largest', 'the latest'],
    2,
  ),
  rule(
    'CORE',
    'DET SUPER COUNT',
    ([d, word, count], at) =>
      noun({ words: ['one'], isPlural: true, isKnown: true }, at, {
        det: d,
        pre: [{ p: 'extreme', word, count }],
      }),
    ['a largest 3', 'a largest 2'],
    2,
  ),
  rule(
    'CORE',
    'DET first|last COUNT',
    ([d, word, count], at) =>
      noun({ words: ['one'], isPlural: true, isKnown: true }, at, {
        det: d,
        pre: [{ p: 'place', index: 1, end: word.lower, count }],
      }),
    ['a first 3', 'a first 2'],
    2,
  ),
  rule(
    'CORE',
    'DET COUNT SUPER',
    ([d, count, word], at) =>
      noun({ words: ['one'], isPlural: true, isKnown: true }, at, {
        det: d,
        pre: [{ p: 'extreme', word, count }],
      }),
    ['a 3 largest', 'a 3 oldest'],
    2,
  ),
  rule(
    'CORE',
    'the first|last|top HOLE',
    ([, word, hole], at) =>
      noun({ words: ['one'], isPlural: true, isKnown: true }, at, {
        det: 'the',
        pre:
          word.lower === 'top'
            ? [{ p: 'extreme', word: 'top', count: null, hole: hole.source }]
            : [{ p: 'place', index: 1, end: word.lower, count: null, hole: hole.source }],
      }),
    ['the first {{inputs.n}}', 'the top {{inputs.count}}'],
    2,
  ),
  // "the two that were placed last"
  rule(
    'CORE',
    'the|these|those COUNT',
    ([, count], at) =>
      noun({ words: ['one'], isPlural: true, isKnown: true }, at, {
        det: 'the',
        pre: [{ p: 'count', count }],
      }),
    ['the two', 'these 3'],
    3,
  ),
  rule(
    'CORE',
    'those|these',
    (_, at) => noun({ words: ['one'], isPlural: true, isKnown: true }, at, { det: 'these' }),
    ['those', 'these'],
  ),
  rule(
    'CORE',
    'the|these|those of|from? rest|others|remainder',
    (_, at) => noun({ words: ['rest'], isPlural: true, isKnown: true }, at),
    ['the rest', 'the others'],
  ),
  rule(
    'CORE',
    'anything|everything',
    (_, at) => noun({ words: ['one'], isPlural: true, isKnown: true }, at, { det: 'all' }),
    ['anything', 'everything'],
    3,
  ),
  rule(
    'CORE',
    'each of them|these|those',
    (_, at) => noun({ words: ['one'], isPlural: true, isKnown: true }, at, { det: 'each' }),
    ['each of them', 'each of those'],
  ),
  // "confirm each", "the phone number of each"
  rule(
    'CORE',
    'each',
    (_, at) => noun({ words: ['one'], isPlural: true, isKnown: true }, at, { det: 'each' }),
    ['each'],
    2,
  ),
  rule(
    'CORE',
    'every|each single? one of them|these|those',
    (_, at) => noun({ words: ['one'], isPlural: true, isKnown: true }, at, { det: 'each' }),
    ['every one of them', 'every one of these'],
  ),
  rule(
    'CORE',
    'all of them|these|those',
    (_, at) => noun({ words: ['one'], isPlural: true, isKnown: true }, at, { det: 'all' }),
    ['all of them', 'all of those'],
  ),
  // The two that were said: "return both as a and b".
  rule(
    'CORE',
    'both',
    (_, at) => noun({ words: ['one'], isPlural: true, isKnown: true }, at, { det: 'all' }),
    ['both'],
    2,
  ),
  rule(
    'CORE',
    'the ones|one of them|these|those?',
    (_, at) => noun({ words: ['one'], isPlural: true, isKnown: true }, at, { det: 'the' }),
    ['the ones of', 'the ones of them'],
  ),
  rule('OWNER', "step COUNT 's", ([, number], at): Np => ({ t: 'step', number, span: spanOf(at) }), [
    "step 1's",
    "step 2's",
  ]),
  rule('OWNER', "CORE 's", ([owner]) => owner, ["the customer's", "each order's"]),
  rule(
    'OWNER',
    'its|their|his|her',
    ([word], at): Np => ({ t: 'pronoun', word: word.lower, span: spanOf(at) }),
    ['its', 'their'],
  ),
  rule(
    'OWNED',
    'OWNER OWNER* CORE',
    ([first, more, core]: [Np, Np[], NounTerm], at) => ({
      ...core,
      owner: more.reduce((a, b) => ({ ...(b as NounTerm), owner: a }), first),
      span: spanOf(at),
    }),
    ["the customer's email", "the order's customer's name"],
  ),
  // "the ticket's subject" is the ticket subject.
  rule(
    'OWNED',
    'CORE HEAD',
    ([owner, head]: [NounTerm, Head], at) =>
      owner.head.isKnown &&
      head.isKnown &&
      !owner.head.isPlural &&
      owner.post.length === 0 &&
      owner.pre.length === 0
        ? { ...noun(head, at), owner }
        : null,
    ['the ticket subject', 'the customer name'],
    2,
  ),
  // "what the running campaigns have spent": their spent.
  rule(
    'OWNED',
    'what NP have PART',
    ([, owner, , lemmas], at) => ({
      ...noun({ words: [at.tokens[at.end - 1]!.lower], isPlural: true, isKnown: lemmas.length > 0 }, at),
      owner,
    }),
    ['what the orders have paid', 'what the orders have created'],
    1,
  ),
  rule('PLAIN', 'CORE', ([core]) => core, ['id', 'SLA']),
  rule('PLAIN', 'OWNED', ([core]) => core, ['publish date', 'its due date']),
  rule('PLAIN', 'only|just|solely|exclusively OWNED', ([, core]) => core, [
    'only their ids',
    "just the customer's name",
  ]),
  rule('PLAIN', 'only|just|solely|exclusively CORE', ([, core]) => (core.det === null ? null : core), [
    'just the number',
    'only each',
  ]),

  // A noun with what follows it.
  rule(
    'THING',
    'PLAIN POST*',
    ([core, post], at) =>
      isNamed(core) && flat(post).some(each => each.p === 'where' && each.isOfMany === true)
        ? null
        : { ...core, post: [...core.post, ...flat(post)], span: spanOf(at) },
    ['orders over 500', 'the tickets that are open'],
  ),
  rule('THING', 'VALUE', valueNp, ['7', '2']),
  // "{{inputs.orders}} where total is over 5": of what nothing is known, those that are so.
  rule(
    'THING',
    'HOLE WHEREPOST WHEREPOST*',
    ([value, first, more], at): Np => ({
      ...noun({ words: ['item'], isPlural: true, isKnown: true }, at, { det: 'all' }),
      post: [
        { p: 'prep', prep: 'of', np: { t: 'value', value, span: spanOf(at) } },
        ...flat([first, ...more]),
      ],
    }),
    ['{{inputs.orders}} where total is over 5', '{{inputs.orders}} whose status is "open"'],
    1,
  ),
  rule(
    'WHEREPOST',
    'POST',
    ([post], at) =>
      flat([post]).every(({ p }: Post) => p === 'where') && /^(where|whose)$/.test(at.tokens[at.start]!.lower)
        ? post
        : null,
    ['where total is over 5', 'whose status is "open"'],
  ),
  rule('THING', 'the URL', ([, value], at): Np => ({ t: 'value', value, span: spanOf(at) }), [
    'the https://example.com/a',
  ]),
  rule('THING', 'PRON', ([np]) => np, ['it', 'he']),
  rule('THING', 'step COUNT', ([, number], at): Np => ({ t: 'step', number, span: spanOf(at) }), [
    'step 2',
    'step 1',
  ]),
  rule('THING', 'BARE', valueNp, ['US', "'s"], 4),
  rule('THING', 'AGGREGATE', ([np]) => np, ['nr', 'sum']),
  rule(
    'PRON',
    'it|they|them|he|him|she|her|this|that|itself|themselves',
    ([word], at): Np => ({ t: 'pronoun', word: word.lower, span: spanOf(at) }),
    ['it', 'them'],
  ),
]

/** "the country "FR"": one, of which nothing is said in the plural. */
function isNamed({ head, post }: NounTerm): boolean {
  return !head.isPlural && post.some(({ p }) => p === 'value')
}

function eitherOf(words: readonly string[]): Post {
  return { p: 'where', pred: { c: 'or', items: words.map(each => ({ c: 'adjective', words: each })) } }
}
