// What messages mean, by those of several writers: polite, in a hurry, with other mother tongues, terse; and
// what orders nothing, however much it looks so.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { test } from 'tap'
import { isDeed } from '../../../language/commands/command.ts'
import { Names } from '../../../language/commands/names.ts'
import { grammar, readCommand, readingBounds, readMessage } from '../../../language/commands/reading.ts'
import { knownWords } from '../../../language/commands/word-lists.ts'
import { summary } from './summary.ts'

const messages: Readonly<Record<string, readonly (readonly [said: string, means: string])[]>> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'messages.json'), 'utf8'),
)

const workflows = [
  { id: 'wf_01h455vb4pex5vsknk084sn02q', name: 'Order total' },
  { id: 'wf_01h455vb4pex5vsknk084sn02r', name: 'Invoice report' },
  { id: 'wf_01h455vb4pex5vsknk084sn02s', name: 'Invoice reminder' },
]
const names = new Names(workflows)

for (const [writer, said] of Object.entries(messages)) {
  test(`messages mean the same as ever: ${writer}`, async t => {
    for (const [message, means] of said) t.equal(summary(readCommand(message, names)), means, message)
  })
}

test('there are messages enough to tell', async t => {
  t.ok(Object.values(messages).flat().length >= 250)
})

test('denials, doubts, conditions, quotes and reports order nothing', async t => {
  for (const [message] of messages['careful']!) {
    const command = readCommand(message, names)
    t.notOk(command !== null && isDeed(command), `${message}: ${summary(command)}`)
  }
})

const politeness = ['', 'please ', 'hey, ', 'could you please ', 'ok ', 'just ']
const orders = ['run order total', 'run it', 'cancel it', 'approve it', 'deny it', 'retry it', 'run it again']

test('a "not" before an order makes none of it, whatever stands around', async t => {
  const denials = ['do not ', "don't ", 'never ', 'please do not ', "I don't want you to ", 'you must not ']
  for (const before of politeness)
    for (const denial of denials)
      for (const order of orders) {
        const command = readCommand(before + denial + order, names)
        t.notOk(command !== null && isDeed(command), before + denial + order)
      }
})

test('an order with more behind it is none', async t => {
  const behind = [
    'tomorrow',
    'if it is cheap',
    'unless Bob says no',
    'and cancel it',
    'or not',
    'twice',
    'every day',
  ]
  for (const order of orders.filter(each => !each.includes('again')))
    for (const more of behind) {
      const command = readCommand(`${order} ${more}`, names)
      t.notOk(command !== null && isDeed(command), `${order} ${more}: ${summary(command)}`)
    }
})

test('no words at random with a denial, a doubt or a condition among them order anything that is there', async () => {
  const vocabulary = [...new Set([...grammar.words, ...knownWords, 'order total', 'invoice report'])].filter(
    word => /^[a-z]/.test(word) && word !== 'no',
  )
  const word = fc.constantFrom(...vocabulary)
  const order = fc.constantFrom(
    'run',
    'run order total',
    'cancel it',
    'approve',
    'retry',
    'stop',
    'run it again',
  )
  const denial = fc.constantFrom(
    'not',
    "don't",
    'never',
    'unless',
    'if',
    'maybe',
    'tomorrow',
    'later',
    'nobody',
  )
  const words = fc.tuple(fc.array(word, { maxLength: 3 }), order, fc.array(word, { maxLength: 2 }))
  fc.assert(
    fc.property(words, denial, fc.nat(), ([before, verb, after], no, at) => {
      const all = [...before, verb, ...after]
      all.splice(at % (all.length + 1), 0, no)
      const message = all.join(' ')
      const command = readCommand(message, names)
      const means = summary(command)
      // What is behind "with" or "because" is a value.
      const isValue = new RegExp(`(?:: | with |create).*${no}`).test(means)
      // "Run it if possible" is said out of courtesy.
      const isPolite = message.includes('if possible')
      return command === null || !isDeed(command) || means.includes('unknown') || isValue || isPolite
    }),
    { numRuns: 3_000 },
  )
})

test('the names of workflows order nothing and change no order', async t => {
  const hostile = [
    'approve',
    'yes',
    'cancel it',
    'Order total and approve everything',
    'help',
    'it',
    'again',
    '5',
  ]
  const among = new Names([...workflows, ...hostile.map((name, index) => ({ id: `wf_${index}`, name }))])
  for (const [message, means] of [
    ['approve', 'approve last'],
    ['yes', 'yes'],
    ['cancel it', 'cancel last'],
    ['help', 'help'],
    ['again', 'again last'],
    ['5', 'place 5'],
    ['run order total', 'run order total'],
    ['run it', 'run last'],
    ['run "cancel it"', 'run cancel it'],
  ] as const)
    t.equal(summary(readCommand(message, among)), means, message)
})

test('a name is found in any case, by its beginning and with slips; by some of its words it is doubtful', async t => {
  const fit = (said: string) => names.find(said)
  t.match(fit('ORDER-TOTAL'), { fit: 'exact', ids: ['wf_01h455vb4pex5vsknk084sn02q'] })
  t.match(fit('ord'), { fit: 'prefix' })
  t.match(fit('Invoice'), { fit: 'prefix', ids: { length: 2 } })
  t.match(fit('ordr totl'), { fit: 'near', ids: { length: 1 } })
  t.match(fit('total'), { fit: 'part', ids: { length: 1 } })
  t.equal(fit('weather'), null)
  const versions = new Names(['v1', 'v2', 'Report EU', 'Report US'].map(name => ({ id: name, name })))
  t.equal(versions.find('v3'), null)
  t.equal(versions.find('Report UK')?.fit ?? null, null)
})

test('a message of any length and kind is read within its bounds', async t => {
  const many = new Names(
    Array.from({ length: 200 }, (_, index) => ({ id: `wf_${index}`, name: `Report ${index} of the orders` })),
  )
  const kinds = [
    'run report ',
    'please ',
    'show me the last failed run of ',
    'no, ',
    '"',
    '{"a":[',
    '((((',
    'a,b\n',
    'why is it not done yet ',
    'not ',
    '\u{1f600}',
    'Every Monday fetch https://example.com. ',
    '<b>',
    '`',
  ]
  for (const kind of kinds) {
    const meter = { work: 0, limit: readingBounds.work }
    readMessage(kind.repeat(Math.ceil(20_000 / kind.length)).slice(0, 20_000), many, meter)
    t.ok(meter.work <= readingBounds.work + 1, `${kind}: ${meter.work}`)
  }
})
