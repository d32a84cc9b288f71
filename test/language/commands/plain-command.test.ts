// Which messages the service answers by itself where a language model is there.
import { test } from 'tap'
import { Names } from '../../../language/commands/names.ts'
import { isCommand, isPlainQuestion, isSelfContained } from '../../../language/commands/plain-command.ts'
import { readCommand } from '../../../language/commands/reading.ts'

test('a question whose every word the service knows needs no model', async t => {
  for (const text of [
    'list workflows',
    'recent runs',
    'status',
    'what waits for me?',
    'help',
    'usage',
    'tools',
  ])
    t.equal(isPlainQuestion(text), true, text)
})

test('what has to be understood, names something or changes something is for the model', async t => {
  for (const text of [
    'list workflows and tell me which of them is the slowest',
    'what is the status of my order at Acme?',
    'why?',
    'run pay invoice',
    'cancel it',
    'thanks',
    'what can you do?',
    'what did I say?',
    'hi',
    'yes',
    '',
  ])
    t.equal(isPlainQuestion(text), false, text)
})

test('an order is a command whatever it names, and a story is none', async t => {
  for (const text of ['run pay invoice', 'cancel it', 'list workflows']) t.equal(isCommand(text), true, text)
  for (const text of ['hi', 'thanks', 'yes', 'the second one']) t.equal(isCommand(text), false, text)
  t.equal(isCommand('Tell me a story about a wolf and seven little goats, please'), false)
})

test('an order that names what is there says all by itself; "it" and unknown names do not', async t => {
  const names = new Names([
    { id: 'wf_1', name: 'Pay invoice' },
    { id: 'wf_2', name: 'Pay rent' },
  ])
  const isWhole = (text: string) => {
    const command = readCommand(text, names)
    return command !== null && isSelfContained(command)
  }
  for (const text of ['run pay invoice', 'describe pay rent', 'new workflow: Return 1', 'list workflows'])
    t.equal(isWhole(text), true, text)
  for (const text of ['run it', 'cancel it', 'run pay', 'run the payroll', 'retry', 'thanks', 'help'])
    t.equal(isWhole(text), false, text)
})
