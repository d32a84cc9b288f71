// Whatever somebody sends is answered soon: the time of a text grows as its length does, and what is inside
// of each other has a bound.
import { test } from 'tap'
import { notationBounds } from '../../../language/notation/lines.ts'
import { read } from '../../../language/notation/read.ts'

/** Of each kind so many characters. */
const length = 20_000
const fill = (words: string) => words.repeat(Math.ceil(length / words.length)).slice(0, length)

const strange: { readonly [name: string]: string } = {
  braces: fill('{'),
  quotes: fill('"'),
  blanks: fill(' '),
  'empty lines': fill('\n'),
  'a long word': fill('a'),
  'open expressions': `1. Return ${fill('{{')}`,
  'open expressions in a text': `1. Return "${fill('{{')}"`,
  'expressions in a text': `1. Return "${fill('{{a}}')}".`,
  lists: `1. Return ${fill('[')}`,
  objects: `1. Return ${fill('{"a":')}`,
  escapes: `1. Return "${fill('\\u007b')}`,
  'dollars before an expression': `1. Return "${fill('$')}{{a}}".`,
  'open blocks': fill('```\n'),
  'blocks inside of each other': fill('````a\n```\n'),
  'blocks below': `1. Return below.\n   \`\`\`text\n${fill('   {{\n')}   \`\`\``,
  'items in a line': fill('1. '),
  'wrong items': fill('1. x\n'),
  'steps below steps': Array.from({ length: 100 }, (_, at) => `${'   '.repeat(at)}1. If {{a}}:`).join('\n'),
  'many steps': Array.from({ length: length / 8 }, (_, at) => `${at + 1}. Stop.`).join('\n'),
  'the same argument': `1. Call x.\n${fill('   a: 1\n')}`,
  'an argument without end': `1. Call x.\n   "${fill('\\"')}`,
  names: `1. Stop the run here. It begins after ${fill('a, ')}`,
  sentences: `1. Stop the run here. ${fill('Titled "x". ')}`,
  times: `1. Wait ${fill('1 day and ')}`,
  starts: fill('Start every day at 09:00 in UTC.\n'),
}

/** Milliseconds of this process alone. */
const most = 50

for (const [name, text] of Object.entries(strange)) {
  test(`${length} characters of ${name} take no longer than ${most} ms`, async t => {
    read(text)
    const times = [1, 2, 3].map(() => took(text))
    t.ok(Math.min(...times) <= most, `${Math.min(...times)} ms`)
    t.ok(read(text).errors.length <= notationBounds.errors)
  })
}

test('a text of the greatest length takes as long as its length says', async t => {
  for (const [name, text] of Object.entries(strange)) {
    const long = text.repeat(Math.ceil(notationBounds.length / text.length)).slice(0, notationBounds.length)
    const ms = took(long)
    // So many times the length, and as much again for pauses of the collector.
    t.ok(ms <= (most * 2 * notationBounds.length) / length, `${name}: ${ms} ms`)
  }
})

test('a text, a list of steps and a value have bounds, which the error says', async t => {
  const messages = (text: string) => read(text).errors.map(({ line, message }) => `${line}: ${message}`)
  t.strictSame(messages('x'.repeat(notationBounds.length + 1)), [
    `1: expected at most ${notationBounds.length} characters, found ${notationBounds.length + 1}`,
  ])
  const steps = Array.from({ length: notationBounds.steps + 5 }, (_, at) => `${at + 1}. Stop the run here.`)
  t.strictSame(messages(steps.join('\n')), [
    `${notationBounds.steps + 1}: expected at most ${notationBounds.steps} steps`,
  ])
  const nested = Array.from({ length: 20 }, (_, at) => `${'   '.repeat(at)}1. If {{a}}:`)
  t.strictSame(messages(nested.join('\n')), ['17: expected at most 16 lists inside of each other'])
  const deep = `1. Return ${'['.repeat(100)}${']'.repeat(100)}.`
  t.match(messages(deep), [/^1: expected at most 64 lists and objects inside of each other/])
})

test('after 100 errors no more are told', async t => {
  const text = Array.from({ length: 300 }, (_, at) => `${at + 1}. Nonsense.`).join('\n')
  t.equal(read(text).errors.length, notationBounds.errors)
})

function took(text: string): number {
  const before = process.cpuUsage()
  read(text)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
