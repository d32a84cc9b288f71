// Texts changed sign by sign: "replace every "_" with a space", "every space becomes a dash", "make it all lower
// case". What is changed is said, or it is the text that came last.
import type { Rule } from '../../chart/chart.ts'
import { type At, call, rule, spanOf } from '../build.ts'
import type { Complement, Np, Statement } from '../terms.ts'

const signs: Readonly<Record<string, string>> = {
  space: ' ',
  blank: ' ',
  underscore: '_',
  dash: '-',
  hyphen: '-',
  comma: ',',
  semicolon: ';',
  slash: '/',
  dot: '.',
  colon: ':',
}

const said = (text: string, at: At): Np => ({ t: 'value', value: { v: 'text', text }, span: spanOf(at) })
const within = (np: Np | null): Complement[] => (np === null ? [] : [{ a: 'prep', prep: 'in', np }])
const replaced = (find: string, put: string, place: Np | null, at: At): Statement =>
  call(
    { lemmas: ['replace'] },
    [{ a: 'np', np: said(find, at) }, { a: 'prep', prep: 'with', np: said(put, at) }, ...within(place)],
    at,
  )
const cased = (letters: string, np: Np | null, at: At): Statement =>
  call(
    { lemmas: ['convert'] },
    [
      { a: 'np', np: np ?? { t: 'pronoun', word: 'text', span: spanOf(at) } },
      {
        a: 'prep',
        prep: 'to',
        np: { t: 'value', value: { v: 'word', text: `${letters}case` }, span: spanOf(at) },
      },
    ],
    at,
  )

export const characterRules: readonly Rule[] = [
  rule(
    'CLAUSE',
    'VOID* replace|swap|substitute|change|turn|exchange|convert CHARSALL CHARSIN? with|by|for|to|into|against CHARSIGN CHARSIN?',
    ([, , find, a, , put, b], at) => (a !== null && b !== null ? null : replaced(find, put, a ?? b, at)),
    ['replace every "_" in {{inputs.name}} with a space', 'change every space to "-"'],
  ),
  rule(
    'CLAUSE',
    'in NP ,? please? replace|swap|substitute|change|turn|exchange CHARSALL with|by|for|to|into|against CHARSIGN',
    ([, place, , , , find, , put], at) => replaced(find, put, place, at),
    ['in {{inputs.name}} replace every "_" with a space'],
  ),
  rule('CLAUSE', 'CHARSALL CHARSIN? become|becomes CHARSIGN', ([find, place, , put], at) =>
    replaced(find, put, place, at),
  ),
  rule(
    'CLAUSE',
    'CHARSALL CHARSIN? MODAL? be? replace|swap|substitute|change|turn|exchange with|by|for|to|into CHARSIGN',
    ([find, place, modal, be, verb, , put], at) =>
      /(ed|t)$/.test(verb.lower) || modal !== null || be !== null ? replaced(find, put, place, at) : null,
    ['every "_" shall be replaced by a space', 'each space in it swapped for "-"'],
  ),
  rule(
    'CLAUSE',
    'wherever there be CHARSIGN ,? put|write|use CHARSIGN in|instead|there?',
    ([, , , find, , , put], at) => replaced(find, put, null, at),
  ),
  rule('CLAUSE', 'put|write|use CHARSIGN in place of CHARSALL CHARSIN?', ([, put, , , , find, place], at) =>
    replaced(find, put, place, at),
  ),
  rule('CLAUSE', 'put|write|use CHARSIGN instead of CHARSALL CHARSIN?', ([, put, , , find, place], at) =>
    replaced(find, put, place, at),
  ),
  rule('CHARSALL', 'every|each|all|any CHARSIGN', ([, sign]) => sign),
  rule('CHARSALL', 'all the CHARSIGN', ([, , sign]) => sign),
  rule('CHARSIN', 'in|of|from WHOLETEXT', () => null),
  rule('CHARSIN', 'in|of|from NP', ([, np]) => np),
  rule('CHARSIGN', 'a|an? QUOTED', ([, { text }]) => text),
  rule('CHARSIGN', 'a|an? ANYWORD', ([, word]) => signs[word] ?? signs[word.replace(/s$/, '')] ?? null),
  rule('CHARSIGN', 'a|an? ANYWORD ( QUOTED )', ([, word, , { text }]) =>
    (signs[word] ?? signs[word.replace(/s$/, '')]) === text ? text : null,
  ),
  rule('POST', ',? and? with CHARSIGN in place of CHARSALL', ([, , , put, , , , find]) => ({
    p: 'written',
    how: { find, put },
  })),
  rule('POST', ',? and? with CHARSIGN instead of CHARSALL', ([, , , put, , , find]) => ({
    p: 'written',
    how: { find, put },
  })),

  // The letters of a whole text.
  rule(
    'CLAUSE',
    'VOID* make|put|write|convert|turn|change WHOLETEXT all? in|to|into? all? LETTERCASE',
    ([, , , , , , letters], at) => cased(letters, null, at),
    ['make it all lower case', 'put everything in capital letters'],
  ),
  rule('CLAUSE', 'WHOLETEXTS be? in|to|into? LETTERCASE', ([, , , letters], at) => cased(letters, null, at)),
  rule('CLAUSE', 'make|put|write|convert|turn NP all in|to|into? LETTERCASE', ([, np, , , letters], at) =>
    cased(letters, np, at),
  ),
  rule(
    'CLAUSE',
    'VOID* uppercase|lowercase NP',
    ([, verb, np], at) => cased(verb.lower.slice(0, 5), np, at),
    ['lowercase {{inputs.name}}', 'uppercase the title'],
  ),
  // A text that is said as it is: what follows is about it.
  rule(
    'CONTROL',
    'VOID* take HOLE',
    ([, , value], at): Statement => ({
      s: 'about',
      np: { t: 'value', value, span: spanOf(at) },
      span: spanOf(at),
    }),
  ),
  rule('WHOLETEXT', 'it|that all?', () => 'text'),
  rule('WHOLETEXT', 'WHOLETEXTS', () => 'text'),
  rule('WHOLETEXTS', 'everything', () => 'text'),
  rule('WHOLETEXTS', 'everything in it', () => 'text'),
  rule('WHOLETEXTS', 'the whole|entire thing|text|name|title', () => 'text'),
  rule('LETTERCASE', 'upper|lower case|letters|letter?', ([letters]) => letters.lower),
  rule('LETTERCASE', 'uppercase|capitals|caps|capital', () => 'upper'),
  rule('LETTERCASE', 'lowercase', () => 'lower'),
  rule('LETTERCASE', 'capital|block letters|letter', () => 'upper'),
  rule('LETTERCASE', 'small letters|letter', () => 'lower'),
]
