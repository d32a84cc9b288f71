// How values are written: joined by a sign; the columns of a text that is a table.

import type { Rule } from '../../chart/chart.ts'
import { wordTable } from '../../lattice/word-table.ts'
import { closed } from '../../lexicon/words.ts'
import { type At, call, noun, nounOf, rule } from '../build.ts'
import type { Body, NounTerm, Np, Post, Value } from '../terms.ts'

const joined = (join: string): Post => ({ p: 'written', how: { join } })

const signs = wordTable<string>({
  comma: ', ',
  semicolon: '; ',
  space: ' ',
  dash: '-',
  hyphen: '-',
  slash: '/',
  newline: '\n',
})

export const writingRules: readonly Rule[] = [
  rule('POST', ',? JOINEDWITH JOINSIGN ,?', ([, , sign]) => joined(sign), [
    ', separated by ", ",',
    ', separated by commas,',
  ]),
  rule('POST', ',? comma-separated ,?', () => joined(', '), ['comma-separated', 'comma-separated,']),
  rule('POST', ',? one per line ,?', () => joined('\n'), ['one per line', 'one per line,']),
  rule('POST', ',? each on a|its own? line ,?', () => joined('\n'), [
    ', each on its own line,',
    'each on a line',
  ]),
  rule('JOINEDWITH', 'separate|join|divide|delimit|split by|with|through', () => 'joined', [
    'split by',
    'divide by',
  ]),
  rule('JOINSIGN', 'an? ANYWORD', ([, word]) => signs[word] ?? signs[word.replace(/s$/, '')] ?? null, [
    'commas',
  ]),
  rule('JOINSIGN', 'a? comma and a? space', () => ', ', ['a comma and a space', 'comma and space']),
  rule('JOINSIGN', 'a? new line|lines', () => '\n', ['new line', 'new lines']),
  rule('JOINSIGN', 'a? line break|breaks', () => '\n', ['line break', 'line breaks']),
  rule('JOINSIGN', 'QUOTED', ([value]: [Extract<Value, { v: 'text' }>]) => value.text, ['", "', '"Hi"']),

  // The columns of a CSV: the names of what its rows have.
  rule('POST', '( the|with? column|field|header :? COLUMNS )', ([, , , , names], at) => columns(names, at), [
    '(header: name,hours)',
    '(columns name and email)',
  ]),
  rule(
    'POST',
    ',? with|has|have the|its? column|header :? COLUMNS',
    (parts, at) => columns(parts.at(-1), at),
    ['has the header line', 'with the header line'],
  ),
  rule(
    'COLUMNS',
    'NAMEWORD COLUMNMORE*',
    ([first, more]) => {
      const names = [first, ...more] as string[]
      return names.some(name => closed.has(name.toLowerCase())) ? null : names
    },
    ['total', 'total ,hours'],
  ),
  rule('COLUMNMORE', ', and? NAMEWORD', ([, , name]) => name, [',hours', ', amount']),
  rule('COLUMNMORE', 'and NAMEWORD', ([, name]) => name, ['and name', 'and email']),
  // "post "{{n}} are open", where n is the number of open ones"
  rule(
    'UNIT',
    'CLAUSE ,? where NAMEWORD be|mean|stand for? NP',
    ([clause, , , name, , , np], at): Body => [
      call(
        { lemmas: ['call'] },
        [
          { a: 'np', np },
          { a: 'prep', prep: 'as', np: nounOf(name, at, null) },
        ],
        at,
      ),
      clause,
    ],
    ['post "{{n}} are open" to #x, where n is the number of open ones', 'close it where total be the orders'],
    0.5,
  ),
  // What a text is, said by itself.
  rule('UNIT', 'HOLE be a|the csv POST?', ([value, , , , post], at): Body => [table(value, post, at)], [
    '{{inputs.csv}} is a CSV with the columns email and name',
    '{{inputs.x}} be a csv',
  ]),
  rule(
    'UNIT',
    'NP be in the? csv HOLE POST?',
    ([np, , , , , value, post], at): Body | null => named(np, table(value, post, at)),
    ['the orders be in csv {{inputs.x}}', 'the orders be in csv {{inputs.x}} > 1'],
  ),
]

function columns(names: readonly string[], at: At): Post {
  const post = names.map((name): Post => ({ p: 'named', name }))
  return {
    p: 'prep',
    prep: 'with',
    np: noun({ words: ['column'], isPlural: true, isKnown: true }, at, { post }),
  }
}

function table(value: Value, post: Post | null, at: At): Body[number] {
  const said: Post[] = [{ p: 'value', value }, ...(post === null ? [] : [post])]
  const np: NounTerm = noun({ words: ['csv'], isPlural: false, isKnown: true }, at, { post: said })
  return call({ lemmas: ['parse'] }, [{ a: 'np', np }], at)
}

/** "The guests are in the CSV": the rows are called so. */
function named(np: Np, step: Body[number]): Body | null {
  if (np.t !== 'noun' || !np.head.isPlural || np.pre.length > 0) return null
  return [step, { s: 'name', name: np.head.words.join(' '), span: np.span }]
}
