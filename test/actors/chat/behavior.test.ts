import { test } from 'tap'
import type { Message } from '../../../actors/chat/protocol.ts'
import { newId } from '../../../domain/ids.ts'
import { asked, behavior, id, news, opened, owner, say } from '../../support/chat-session.ts'

test('messages are answered one at a time, in their order', async t => {
  const session = opened()
  session.tell(say('one'), say('two'))
  t.strictSame(
    session.pending.map(({ text }) => text),
    ['one'],
  )
  session.answer()
  t.strictSame(
    session.pending.map(({ text }) => text),
    ['two'],
  )
  session.answer()
  t.strictSame(session.pending, [])
  t.strictSame(session.said, [
    ['user', 'one', 'complete'],
    ['user', 'two', 'complete'],
    ['assistant', 'On one', 'complete'],
    ['assistant', 'On two', 'complete'],
  ])
})

test('a message that comes twice is taken once, and gets the same reply', async t => {
  const session = opened()
  const first = session.tell(say('one'))
  t.match(session.events[first.eventId - 1], { type: 'said', answerId: first.answerId })
  t.strictSame(session.tell(say('one')), first)
  session.answer()
  t.strictSame(session.tell(say('one')), first)
  t.equal(session.state.messageCount, 2)
  t.strictSame(session.pending, [])
})

test('the reply names the event of the message, behind the answer that it interrupts', async t => {
  const session = opened()
  session.tell(say('one'))
  session.tell({ type: 'chunk', answerId: session.pending[0]!.answerId, text: 'On' })
  const second = session.tell(say('two', { onBusy: 'interrupt' }))
  t.match(session.events[second.eventId - 1], { type: 'said', message: { content: 'two' } })
  t.match(session.told, ['On'])
  t.match(session.said[1], ['assistant', 'On', 'cancelled'])
  t.equal(session.pending[0]!.text, 'two')
})

test('a busy session refuses a message that must not wait, and more than it holds', async t => {
  const session = opened()
  session.tell(say('0'))
  t.throws(() => session.tell(say('x', { onBusy: 'reject' })), { code: 'conflict' })
  for (let n = 1; n <= 20; n++) session.tell(say(`${n}`))
  t.throws(() => session.tell(say('21')), { code: 'conflict', message: /20 messages wait/ })
  session.answer()
  session.tell(say('21'))
})

test('to another organization and to another owner the session does not exist', async t => {
  const session = opened()
  for (const other of [{ organizationId: newId('organization') }, { owner: 'somebody' }])
    for (const type of ['say', 'view', 'rename', 'cancel', 'delete'])
      t.throws(() => session.tell({ ...say('x'), ...other, type } as Message), { code: 'not-found' })
  t.equal(session.events.length, 1)
})

test('a cancel ends the answer under way with what there is of it, and a late result changes nothing', async t => {
  const session = opened()
  session.tell(say('one'), say('two'))
  const { answerId } = session.pending[0]!
  session.tell({ type: 'chunk', answerId, text: 'Half' }, { type: 'cancel', ...asked })
  t.strictSame(session.said[2], ['assistant', 'Half', 'cancelled'])
  t.equal(session.pending[0]!.text, 'two')
  session.tell({ type: 'chunk', answerId, text: ' late' })
  session.tell({ type: 'returned', answerId, answer: { parts: [], memory: {}, executionId: null } })
  t.equal(session.pending[0]!.text, 'two')
  session.answer()
  session.tell({ type: 'cancel', ...asked })
  t.equal(session.said.length, 4)
})

test('an answer that begins anew drops its chunks', async t => {
  const session = opened()
  session.tell(say('one'))
  const { answerId } = session.pending[0]!
  session.tell({ type: 'restart', answerId })
  t.notOk(session.events.some(({ type }) => type === 'restarted'))
  session.tell({ type: 'chunk', answerId, text: 'On two' }, { type: 'restart', answerId })
  session.tell({ type: 'chunk', answerId, text: 'On ' })
  t.ok(session.pending[0]!.hasBegun)
  session.answer()
  const chunks = session.events.flatMap(event => (event.type === 'chunk' ? [event.text] : []))
  t.strictSame(chunks, ['On two', 'On ', 'one'])
})

test('an answer follows the execution that it has started to its end', async t => {
  const session = opened()
  const exec = newId('execution')
  session.tell(say('run it'))
  session.answer({ parts: [{ type: 'text', text: 'It runs.' }], executionId: exec })
  t.strictSame([session.told, session.pending], [[], []])
  session.tell(news('running', exec), news('waiting', exec))
  t.strictSame(session.told, [])
  session.tell(news('completed', exec))
  t.strictSame(session.told, ['It runs.\n\nTotals is completed'])
  session.tell(news('completed', exec))
  t.equal(session.told.length, 1)
})

test('an answer that has waited for long enough ends, and the result comes as a message of its own', async t => {
  const session = opened()
  const exec = newId('execution')
  session.tell(say('run it'))
  session.answer({ executionId: exec })
  const until = behavior.wakeAt(session.state)!
  t.ok(until - session.now < 2_000, 'nobody waits for long to hear that it has started')
  session.now = until
  session.tell({ type: 'alarm' })
  t.match(session.told, [/has not ended yet/])
  t.equal(behavior.wakeAt(session.state), null)
  session.tell(news('failed', exec))
  t.equal(session.told[1], 'Totals is failed')
})

test('a message that comes meanwhile is answered at once, and the run goes on being told', async t => {
  const session = opened()
  const exec = newId('execution')
  session.tell(say('run it'))
  session.answer({ parts: [{ type: 'text', text: 'It runs.' }], executionId: exec })
  t.strictSame(session.told, [])
  session.tell(say('status'))
  t.match(session.told, [/^It runs\.\n\nIt has not ended yet/])
  t.match(session.pending, [{ text: 'status', executionIds: [exec] }])
  session.answer({ parts: [{ type: 'text', text: 'It waits.' }] })
  session.tell(news('completed', exec))
  t.strictSame(session.told.slice(1), ['It waits.', 'Totals is completed'])
})

test('news that come before the assistant has answered are told by its answer, once', async t => {
  const session = opened()
  const exec = newId('execution')
  session.tell(say('run it'), news('completed', exec))
  t.strictSame(session.told, [])
  session.answer({ parts: [{ type: 'text', text: 'It runs.' }], executionId: exec })
  t.strictSame(session.told, ['It runs.\n\nTotals is completed'])

  const known = newId('execution')
  session.tell(say('and that'), news('completed', known))
  const part = {
    type: 'execution',
    executionId: known,
    workflowId: 'wf',
    workflowName: 'T',
    status: 'completed',
  } as const
  session.answer({ parts: [{ type: 'text', text: 'Done: 7.' }, part], executionId: known })
  t.strictSame(session.told.slice(1), ['Done: 7.'])
})

test('news of an execution wait while another message is answered', async t => {
  const session = opened()
  const exec = newId('execution')
  session.tell(say('run it'))
  session.answer({ executionId: exec })
  session.tell(news('awaiting_approval', exec, ['apr_1']))
  t.match(session.told, [/awaiting_approval/])
  session.tell(say('something else'), news('running', exec), news('completed', exec))
  t.equal(session.told.length, 1)
  session.answer()
  t.strictSame(session.told.slice(1), ['On something else', 'Totals is completed'])
})

test('each pause for approvals is told once, and again when it is for others', async t => {
  const session = opened()
  const exec = newId('execution')
  session.tell(say('run it'))
  session.answer({ executionId: exec })
  session.tell(news('awaiting_approval', exec, ['apr_1']), news('awaiting_approval', exec, ['apr_1']))
  t.equal(session.told.length, 1)
  const late = news('running', exec)
  session.tell(news('awaiting_approval', exec, ['apr_2']), late)
  t.equal(session.state.executions[0]!.status, 'awaiting_approval', 'a late report is no news')
  t.equal(session.told.length, 2)
  session.tell(news('cancelled', exec))
  const { length } = session.events
  session.tell(news('running', exec))
  t.equal(session.events.length, length, 'what has ended has ended')
  t.equal(session.told.length, 3)
  t.equal(session.state.executions[0]!.status, 'cancelled')
})

test('a deleted session takes nothing any more, and its rows go', async t => {
  const session = opened()
  session.tell(say('one'), { type: 'delete', ...asked })
  t.ok(behavior.isDone(session.state))
  t.strictSame(session.pending, [])
  for (const message of [say('two'), news('completed', newId('execution'))] as const)
    t.throws(() => session.tell(message), { code: 'not-found' })
  const [projection] = behavior.project(session.state, session.events.slice(-1), false)
  t.match(projection, { session: { id, title: null, deletedAt: session.now }, messages: [] })
})

test('the rows number the messages, and the first message is the title until there is one', async t => {
  const session = opened()
  session.tell(say(`${'word '.repeat(30)}\nmore`))
  session.answer({ title: 'Words' })
  const [rows] = behavior.project(session.state, session.events, true)
  if (rows?.kind !== 'chat') throw new Error('no rows of a session')
  const { session: row, messages } = rows
  t.match(row, { title: 'Words', messageCount: 2, owner })
  t.match(messages, [
    { number: 1, role: 'user' },
    { number: 2, role: 'assistant', status: 'complete' },
  ])
  const other = opened()
  other.tell(say(`${'word '.repeat(30)}\nmore`))
  t.match(other.state.title, /^(word ?){11,12}…$/)
})

test('a defect fails the answer and not the session', async t => {
  const session = opened()
  session.tell(say('one'), { type: 'poison', reason: 'it broke' })
  t.match(session.said[1], ['assistant', /could not be answered/, 'failed'])
  session.tell(say('two'))
  session.answer()
  t.equal(session.told[1], 'On two')
})
