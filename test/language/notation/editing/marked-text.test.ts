// What an editor is told of a text in notation: it is what the reader says, for every sentence that there is.
import fc from 'fast-check'
import { test } from 'tap'
import { blocks } from '../../../../domain/plan/blocks/blocks.ts'
import type { Part, Sentences } from '../../../../domain/plan/sentences/form.ts'
import { handling, policies } from '../../../../domain/plan/sentences/policies.ts'
import { markedText } from '../../../../language/notation/editing/marked-text.ts'
import {
  naming,
  planForms,
  startForms,
  startless,
  startNaming,
  versionForm,
} from '../../../../language/notation/heads.ts'
import type { NotationForm } from '../../../../language/notation/slots.ts'
import { write } from '../../../../language/notation/write.ts'
import { anyPlan } from '../../../language/notation/any-plan.ts'

const samples = fc.sample(anyPlan, { numRuns: 1_500, seed: 1 }).map(write)

test('every letter of a text that is read has a kind, and no two kinds overlap', async t => {
  for (const text of samples.slice(0, 300)) {
    let at = 0
    let outside = ''
    for (const { from, to } of markedText(text).tokens) {
      if (from < at) t.fail(`overlap at ${from}: ${text}`)
      outside += text.slice(at, from)
      at = to
    }
    outside += text.slice(at)
    if (/[\p{L}\p{N}]/u.test(outside)) t.fail(`without a kind: ${outside}\n${text}`)
  }
})

test('the words of every kind, policy and start are words of the notation', async t => {
  const seen = new Set<string>()
  for (const text of samples)
    for (const { kind, from, to } of markedText(text).tokens)
      if (kind === 'words') seen.add(text.slice(from, to))
  const said = [
    ...Object.values(blocks).flatMap(({ sentence: { says, notation = says, further = [], lists = {} } }) => [
      ...notation.flatMap(wordsOf),
      ...wordsIn(further),
      ...Object.values(lists).flatMap(list => list.says.flatMap(wordsOf)),
    ]),
    ...wordsIn(policies),
    ...handling.flatMap(wordsOf),
    ...Object.values(startForms).flatMap(form => [...form.says.flatMap(wordsOf), ...wordsIn(form.further)]),
    ...[...wordsIn(planForms), ...wordsIn(naming), ...wordsIn(startNaming), ...versionForm.flatMap(wordsOf)],
    startless,
  ]
  t.ok(said.length > 150)
  t.strictSame(
    [...new Set(said)].filter(words => /[A-Za-z]/.test(words) && !seen.has(words)),
    [],
  )
})

function wordsIn(sentences: Sentences<NotationForm>): readonly string[] {
  return sentences.flatMap(each => ('within' in each ? wordsIn(each.sentences) : each.flatMap(wordsOf)))
}

function wordsOf(part: Part<NotationForm>): readonly string[] {
  if (typeof part === 'string') return [part]
  if ('given' in part) return [...part.say.flatMap(wordsOf), ...(part.otherwise ?? []).flatMap(wordsOf)]
  return 'says' in part ? Object.values(part.says) : []
}

const kindsIn = (text: string) =>
  markedText(text).tokens.map(({ kind, from, to }) => `${kind} ${text.slice(from, to).trim()}`)

test('tools, arguments, texts, expressions, numbers and names have kinds of their own', async t => {
  t.strictSame(
    kindsIn('1. Call http_get with url: "https://{{inputs.host}}/a". Call it page. Try up to 3 times.'),
    [
      'number 1.',
      'words Call',
      'tool http_get',
      'words with',
      'argument url',
      'text "https://',
      'expression {{inputs.host}}',
      'text /a"',
      'words Call it',
      'name page',
      'words Try up to',
      'literal 3',
      'words times',
    ],
  )
})

test('blocks below a line are read as what they hold', async t => {
  const text = [
    '1. Let letter be below.',
    '   ```text',
    '   Dear {{inputs.name}},',
    '',
    '   thank you.',
    '   ```',
    '2. Run the JavaScript below.',
    '   ```js',
    '   return 1',
    '   ```',
  ].join('\n')
  t.strictSame(kindsIn(text).slice(4), [
    'words below',
    'fence ```text',
    'text Dear',
    'expression {{inputs.name}}',
    'text ,\n\n   thank you.',
    'fence ```',
    'number 2.',
    'words Run the JavaScript',
    'words below',
    'fence ```js',
    'code return 1',
    'fence ```',
  ])
})

test('a fault is underlined from its place to the end of its line, and what stands before it keeps its kinds', async t => {
  const text = '1. Let a be 1.\n2. Call http_get wth url: "x".\n3. Return 1.'
  const { errors, unread, tokens } = markedText(text)
  t.match(errors, [{ line: 2, from: text.indexOf(' wth'), to: text.indexOf('\n3.') }])
  t.strictSame([...unread], [2])
  t.strictSame(tokens.map(({ kind, from, to }) => `${kind} ${text.slice(from, to)}`).slice(4, 9), [
    'literal 1',
    'number 2.',
    'words Call ',
    'tool http_get',
    'number 3.',
  ])
  t.match(
    markedText('1. Return "a').errors,
    [{ line: 1, from: 11, to: 12 }],
    'at the end: the last character',
  )
})

test('a path of the compiler leads to the line of its step, or of its argument', async t => {
  const { lineOf } = markedText(
    [
      '1. If {{inputs.a}}:',
      '   1. Call http_request. Call it pay.',
      '      url: "x"',
      '      method: "POST"',
      '2. Call http_get with url: "y". Call it page.',
    ].join('\n'),
  )
  t.strictSame(
    ['if', 'if.cases[0].when', 'pay', 'pay.args.method', 'pay.args.body', 'page.args.url', 'gone', null].map(
      lineOf,
    ),
    [1, 1, 2, 4, 2, 5, null, null],
  )
})

test('numbers that are not those of their place can be put right at once', async t => {
  const text = '1. If {{true}}:\n   1. Return 1.\n   1. Return 2.\n1. Return 3.\n3. Return 4.\n'
  const { renumbering } = markedText(text)
  const mended = [...renumbering]
    .reverse()
    .reduce((said, { from, to, insert }) => said.slice(0, from) + insert + said.slice(to), text)
  t.equal(mended, '1. If {{true}}:\n   1. Return 1.\n   2. Return 2.\n2. Return 3.\n3. Return 4.\n')
  t.strictSame(markedText(mended).renumbering, [])
})
