// Texts changed sign by sign: "replace every "_" with a space", "every space becomes a dash", "make it all
// lower case". What is changed is said, or it is the text that came last.

import type { Rule } from '../../chart/chart.ts'
import { wordTable } from '../../lattice/word-table.ts'
import { type At, call, rule, spanOf } from '../build.ts'
import type { Complement, Np, Statement } from '../terms.ts'

const signs = wordTable<string>({
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
})

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
    ['in {{inputs.name}} replace every "_" with a space', 'in the orders replace each "_" with "-"'],
  ),
  rule(
    'CLAUSE',
    'CHARSALL CHARSIN? become|becomes CHARSIGN',
    ([find, place, , put], at) => replaced(find, put, place, at),
    ['every space becomes "-"', 'each "_" become "-"'],
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
    [`wherever there's a space put a "-" in`, 'wherever there be "-" put "-"'],
  ),
  rule(
    'CLAUSE',
    'put|write|use CHARSIGN in place of CHARSALL CHARSIN?',
    ([, put, , , , find, place], at) => replaced(find, put, place, at),
    ['put "-" in place of each "_"', 'put "-" in place of each "_" in it'],
  ),
  rule(
    'CLAUSE',
    'put|write|use CHARSIGN instead of CHARSALL CHARSIN?',
    ([, put, , , find, place], at) => replaced(find, put, place, at),
    ['put "-" instead of each "_"', 'put "-" instead of each "_" in it'],
  ),
  rule('CHARSALL', 'every|each|all|any CHARSIGN', ([, sign]) => sign, ['each "_"', 'every "_"']),
  rule('CHARSALL', 'all the CHARSIGN', ([, , sign]) => sign, ['all the "-"', 'all the "_"']),
  rule('CHARSIN', 'in|of|from WHOLETEXT', () => null),
  rule('CHARSIN', 'in|of|from NP', ([, np]) => np, ['in it', 'in {{inputs.name}}']),
  rule('CHARSIGN', 'a|an? QUOTED', ([, { text }]) => text, ['"-"', '"_"']),
  rule('CHARSIGN', 'a|an? ANYWORD', ([, word]) => signs[word] ?? signs[word.replace(/s$/, '')] ?? null, [
    'space',
    'a dash',
  ]),
  rule(
    'CHARSIGN',
    'a|an? ANYWORD ( QUOTED )',
    ([, word, , { text }]) => ((signs[word] ?? signs[word.replace(/s$/, '')]) === text ? text : null),
    ['underscore ("_")'],
  ),
  rule(
    'POST',
    ',? and? with CHARSIGN in place of CHARSALL',
    ([, , , put, , , , find]) => ({
      p: 'written',
      how: { find, put },
    }),
    ['with "-" in place of each "_"', 'with "-" in place of every "_"'],
  ),
  rule(
    'POST',
    ',? and? with CHARSIGN instead of CHARSALL',
    ([, , , put, , , find]) => ({
      p: 'written',
      how: { find, put },
    }),
    ['with "-" instead of each "_"', 'with "-" instead of every "_"'],
  ),

  // The letters of a whole text.
  rule(
    'CLAUSE',
    'VOID* make|put|write|convert|turn|change WHOLETEXT all? in|to|into? all? LETTERCASE',
    ([, , , , , , letters], at) => cased(letters, null, at),
    ['make it all lower case', 'put everything in capital letters'],
  ),
  rule('CLAUSE', 'WHOLETEXTS be? in|to|into? LETTERCASE', ([, , , letters], at) => cased(letters, null, at), [
    'everything lower case',
    'everything caps',
  ]),
  rule(
    'CLAUSE',
    'make|put|write|convert|turn NP all in|to|into? LETTERCASE',
    ([, np, , , letters], at) => cased(letters, np, at),
    ['make it all caps', 'make it all capitals'],
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
    ['Take {{inputs.name}}', 'Take {{inputs.title}}'],
  ),
  rule('WHOLETEXT', 'it|that all?', () => 'text', ['it', 'that']),
  rule('WHOLETEXT', 'WHOLETEXTS', () => 'text', ['everything', 'the whole thing']),
  rule('WHOLETEXTS', 'everything', () => 'text', ['everything']),
  rule('WHOLETEXTS', 'everything in it', () => 'text', ['everything in it']),
  rule('WHOLETEXTS', 'the whole|entire thing|text|name|title', () => 'text', [
    'the whole thing',
    'the whole text',
  ]),
  rule('LETTERCASE', 'upper|lower case|letters|letter?', ([letters]) => letters.lower, ['lower', 'upper']),
  rule('LETTERCASE', 'uppercase|capitals|caps|capital', () => 'upper', ['caps', 'capital']),
  rule('LETTERCASE', 'lowercase', () => 'lower', ['lowercase']),
  rule('LETTERCASE', 'capital|block letters|letter', () => 'upper', ['capital letters', 'capital letter']),
  rule('LETTERCASE', 'small letters|letter', () => 'lower', ['small letters', 'small letter']),
]
