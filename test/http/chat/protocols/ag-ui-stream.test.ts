// What becomes of an answer with calls of tools in AG-UI, as its own client sees it: it checks the order of
// events.
import { HttpAgent, type Message } from '@ag-ui/client'
import { test } from 'tap'
import { RunStream } from '../../../../http/chat/protocols/ag-ui-stream.ts'
import type { ChatEvent, Conversation } from '../../../../http/chat/protocols/protocol.ts'
import * as says from './events.ts'

/** An agent whose server answers with these events. */
class Given extends HttpAgent {
  events: readonly object[] = []

  constructor() {
    const body = () => this.events.map(event => `data: ${JSON.stringify(event)}\n\n`).join('')
    const headers = { 'Content-Type': 'text/event-stream' }
    super({ url: 'http://localhost', fetch: async () => new Response(body(), { headers }) })
  }
}

async function read(
  events: readonly ChatEvent[],
  conversation: Conversation = says.conversation(),
  agent = new Given(),
) {
  const stream = new RunStream(conversation)
  agent.events = [...stream.begin(), ...events.flatMap(event => stream.take(event))]
  await agent.runAgent({
    resume: agent.pendingInterrupts.map(({ id }) => ({ interruptId: id, status: 'resolved' })),
  })
  return { agent, stream, messages: agent.messages as Message[], last: agent.events.at(-1) }
}

test('a call of a tool stands between the messages before and after it, with its result', async t => {
  const { messages, last, stream } = await read([
    says.chunk('I will '),
    says.chunk('look.'),
    says.tool(),
    says.tool({ status: 'done', output: { id: 7 } }),
    says.chunk('\n\nFound.'),
    says.done('I will look.\n\nFound.', { parts: [says.toolPart({ status: 'done', output: { id: 7 } })] }),
  ])
  t.match(messages, [
    {
      ...{ id: says.answerId, role: 'assistant', content: 'I will look.' },
      toolCalls: [{ id: 'call_1', function: { name: 'find_customer', arguments: '{"name":"Ada"}' } }],
    },
    { role: 'tool', toolCallId: 'call_1', content: '{"id":7}' },
    { role: 'assistant', content: '\n\nFound.' },
  ])
  t.equal(messages.length, 3)
  t.match(last, { type: 'RUN_FINISHED', outcome: { type: 'success' }, threadId: 'thread_1', runId: 'run_1' })
  t.ok(stream.isOver)
})

test('a call that fails, is denied or is cancelled has a result that says so', async t => {
  const { messages } = await read([
    says.tool({ id: 'a', status: 'failed', error: 'no such customer' }),
    says.tool({ id: 'b', status: 'denied' }),
    says.tool({ id: 'c', status: 'cancelled' }),
    says.done('x'),
  ])
  const results = messages.filter(({ role }) => role === 'tool').map(({ content }) => content)
  t.strictSame(results, ['{"error":"no such customer"}', '{"error":"denied"}', '{"error":"cancelled"}'])
})

test('an approval of a call interrupts the run, and the next run ends the call', async t => {
  const asking = says.toolPart({ id: 'pay_1', name: 'pay', status: 'awaiting_approval' })
  const part = { type: 'approval', approval: says.approval({ callId: 'pay_1' }) } as const
  const { agent, last } = await read([
    says.tool({ id: 'pay_1', name: 'pay' }),
    says.approvalEvent({ callId: 'pay_1' }),
    says.done('May I?', { parts: [{ type: 'text', text: 'May I?' }, asking, part] }),
  ])
  t.match(last, { type: 'RUN_FINISHED', outcome: { type: 'interrupt' } })
  t.match(agent.pendingInterrupts, [
    { id: 'apr_1', reason: 'tool_call', toolCallId: 'pay_1', expiresAt: '1970-01-02T00:00:00.000Z' },
  ])
  agent.pendingInterrupts[0]!.expiresAt = '2999-01-01T00:00:00.000Z'
  const decision = { id: 'apr_1', decision: 'approve' } as const
  const { messages } = await read(
    [
      { event: 'tool', data: { messageId: 'msg_2', tool: { ...asking, status: 'done', output: 'ok' } } },
      says.chunk('Paid.', 'msg_2'),
      says.done('Paid.', { id: 'msg_2', parts: [{ ...asking, status: 'done', output: 'ok' }] }),
    ],
    says.conversation([says.answer('msg_2', { decision, toolCallId: null })]),
    agent,
  )
  const calls = messages.flatMap(message => ('toolCalls' in message ? (message.toolCalls ?? []) : []))
  t.match(calls, [{ id: 'pay_1', function: { arguments: '{"name":"Ada"}' } }])
  t.match(
    messages.filter(({ role }) => role === 'tool'),
    [{ toolCallId: 'pay_1', content: 'ok' }],
  )
  t.strictSame(agent.pendingInterrupts, [])
})

test('an approval that somebody decides elsewhere no longer interrupts the run', async t => {
  const { last } = await read([
    says.approvalEvent(),
    says.approvalEvent({ status: 'denied' }),
    says.done('x'),
  ])
  t.match(last, { type: 'RUN_FINISHED', outcome: { type: 'success' } })
})

test('what was decided meanwhile does not interrupt the run by the end of the answer', async t => {
  const parts = [{ type: 'approval', approval: says.approval() } as const]
  const { last } = await read([says.approvalEvent({ status: 'denied' }), says.done('x', { parts })])
  t.match(last, { type: 'RUN_FINISHED', outcome: { type: 'success' } })
})

test('a restart names the messages that are void, and goes on under another id', async t => {
  const { agent, messages } = await read([
    says.chunk('Wro'),
    says.restart,
    says.chunk('Right'),
    says.done('Right'),
  ])
  const value = { messageIds: [says.answerId] }
  t.match(agent.events[4], { type: 'CUSTOM', name: 'restart', value })
  t.match(messages, [{ content: 'Wro' }, { id: `${says.answerId}.2`, content: 'Right' }])
})

test('text that was in no chunk comes with the end', async t => {
  const { messages } = await read([says.chunk('Half '), says.done('Half and half')])
  t.match(messages, [{ content: 'Half and half' }])
})

test('a failed answer is an error of the run, a cancelled one a cancelled run', async t => {
  const failed = await read([says.chunk('Oh'), says.done('Oh no', { status: 'failed' })])
  t.match(failed.last, { type: 'RUN_ERROR', message: 'Oh no', code: 'failed' })
  const cancelled = await read([says.done('', { status: 'cancelled' })])
  t.match(cancelled.last, { type: 'RUN_FINISHED', outcome: { type: 'cancelled' } })
  const deleted = await read([{ event: 'end', data: {} }])
  t.match(deleted.last, { type: 'RUN_ERROR', code: 'deleted' })
  t.match(deleted.stream.farewell(), { type: 'RUN_ERROR', code: 'unavailable' })
})

test('what is to be confirmed is said in the text, and is a custom event', async t => {
  const { messages, stream, agent } = await read([says.doneWithConfirmation()])
  t.ok(stream.isOver)
  t.match(messages, [{ content: /confirms it: http:/ }])
  const value = { workflowId: 'wf_1', confirmation: { digest: 'd1' } }
  t.match(
    agent.events.filter(event => 'name' in event),
    [{ type: 'CUSTOM', name: 'confirmation', value }],
  )
})
