// What becomes of an answer with calls of tools in the protocol of the AI SDK, as its own reader sees it.
import { readUIMessageStream, type UIMessage, type UIMessageChunk } from 'ai'
import { test } from 'tap'
import { UiMessageStream } from '../../../../http/chat/protocols/ai-sdk-stream.ts'
import type { ChatEvent, Conversation } from '../../../../http/chat/protocols/protocol.ts'
import * as says from './events.ts'

function chunksOf(events: readonly ChatEvent[], conversation: Conversation = says.conversation()) {
  const stream = new UiMessageStream(conversation)
  return { stream, chunks: [...stream.begin(), ...events.flatMap(event => stream.take(event))] }
}

/** The message as the SDK has it in the end. @param message the one that goes on */
async function read(chunks: readonly UIMessageChunk[], message?: UIMessage): Promise<UIMessage | undefined> {
  const stream = new ReadableStream<UIMessageChunk>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
  let last = message
  const onError = (error: unknown) => {
    throw error
  }
  for await (const seen of readUIMessageStream({ stream, onError, ...(message && { message }) })) last = seen
  return last
}

test('a call of a tool stands between the texts before and after it', async t => {
  const events = [
    says.chunk('I will '),
    says.chunk('look.'),
    says.tool(),
    says.tool({ status: 'done', output: { id: 7 } }),
    says.chunk('\n\nFound.'),
    says.done('I will look.\n\nFound.', { parts: [says.toolPart({ status: 'done', output: { id: 7 } })] }),
  ]
  const { chunks, stream } = chunksOf(events)
  t.ok(stream.isOver)
  const message = await read(chunks)
  t.match(message?.parts, [
    { type: 'step-start' },
    { type: 'text', text: 'I will look.', state: 'done' },
    { type: 'dynamic-tool', toolName: 'find_customer', state: 'output-available', output: { id: 7 } },
    { type: 'text', text: '\n\nFound.', state: 'done' },
  ])
  t.equal(message?.id, says.answerId)
  t.equal(message?.parts.length, 4)
})

test('each end of a call has its state', async t => {
  const events = [
    says.tool({ id: 'a', status: 'failed', error: 'no such customer' }),
    says.tool({ id: 'b', status: 'denied' }),
    says.tool({ id: 'c', status: 'cancelled' }),
    says.done('x'),
  ]
  const message = await read(chunksOf(events).chunks)
  t.match(message?.parts.slice(1), [
    { toolCallId: 'a', state: 'output-error', errorText: 'no such customer' },
    { toolCallId: 'b', state: 'output-denied' },
    { toolCallId: 'c', state: 'output-error' },
    { type: 'text', text: 'x' },
  ])
})

test('an approval of a call is one of that call, and its outcome goes on in the same message', async t => {
  const asking = says.toolPart({ id: 'pay_1', name: 'pay', status: 'awaiting_approval' })
  const part = { type: 'approval', approval: says.approval({ callId: 'pay_1' }) } as const
  const first = chunksOf([
    says.tool({ id: 'pay_1', name: 'pay' }),
    says.approvalEvent({ callId: 'pay_1' }),
    says.done('May I?', { parts: [{ type: 'text', text: 'May I?' }, asking, part] }),
  ])
  t.match(first.chunks.at(-1), { type: 'finish', finishReason: 'tool-calls' })
  const asked = await read(first.chunks)
  const tools = asked!.parts.filter(({ type }) => type === 'dynamic-tool')
  t.match(tools, [{ toolCallId: 'pay_1', state: 'approval-requested', approval: { id: 'apr_1' } }])
  t.equal(tools.length, 1)
  const decision = { id: 'apr_1', decision: 'approve' } as const
  const going = { ...says.conversation([says.answer('msg_2', { decision, toolCallId: 'pay_1' })]) }
  const next = chunksOf(
    [
      { event: 'tool', data: { messageId: 'msg_2', tool: { ...asking, status: 'done', output: 'ok' } } },
      says.chunk('Paid.', 'msg_2'),
      says.done('Paid.', { id: 'msg_2', parts: [{ ...asking, status: 'done', output: 'ok' }] }),
    ],
    { ...going, continues: asked!.id },
  )
  t.match(next.chunks.at(-1), { type: 'finish', finishReason: 'stop' })
  const message = await read(next.chunks, asked)
  t.equal(message?.id, asked!.id)
  const after = message!.parts.filter(({ type }) => type === 'dynamic-tool')
  t.match(after, [{ toolCallId: 'pay_1', state: 'output-available', output: 'ok' }])
  t.equal(after.length, 1)
})

test('an approval that somebody decides elsewhere is answered in the stream', async t => {
  const decided = (status: 'approved' | 'denied' | 'expired') =>
    chunksOf([says.approvalEvent(), says.approvalEvent({ status, note: 'so' }), says.done('x')]).chunks
  const stateOf = async (chunks: readonly UIMessageChunk[]) => (await read(chunks))!.parts[1]
  t.match(await stateOf(decided('approved')), { state: 'output-available', output: { approved: true } })
  t.match(await stateOf(decided('denied')), { state: 'output-denied', approval: { approved: false } })
  t.match(await stateOf(decided('expired')), { state: 'output-error', errorText: /expired/ })
})

test('what was decided meanwhile is not asked again by the end of the answer', async t => {
  const parts = [{ type: 'approval', approval: says.approval() } as const]
  const decided = says.approvalEvent({ status: 'denied' })
  for (const before of [[decided], [says.approvalEvent(), decided]]) {
    const { chunks } = chunksOf([...before, says.done('x', { parts })])
    t.equal(chunks.filter(({ type }) => type === 'tool-approval-request').length, before.length - 1)
    t.match(chunks.at(-1), { type: 'finish', finishReason: 'stop' })
  }
})

test('a restart drops the text, and keeps executions and calls', async t => {
  const events: ChatEvent[] = [
    { event: 'execution', data: { execution: { id: 'exec_1', status: 'running' } as never } },
    says.tool(),
    says.tool({ status: 'done', output: 1 }),
    says.chunk('Wro'),
    says.restart,
    says.chunk('Right'),
    says.done('Right'),
  ]
  const message = await read(chunksOf(events).chunks)
  t.match(message?.parts, [
    { type: 'step-start' },
    { type: 'data-execution', data: { status: 'running' } },
    { type: 'dynamic-tool', state: 'output-available' },
    { type: 'text', text: 'Right' },
  ])
  t.equal(message?.parts.length, 4)
})

test('text that was in no chunk comes with the end', async t => {
  const message = await read(chunksOf([says.chunk('Half '), says.done('Half and half')]).chunks)
  t.match(message?.parts[1], { type: 'text', text: 'Half and half' })
})

test('a failed answer is an error, a cancelled one an abort, a deleted session an error', async t => {
  const failed = chunksOf([says.chunk('Oh'), says.done('Oh no', { status: 'failed' })])
  t.match(failed.chunks.at(-1), { type: 'error', errorText: 'Oh no' })
  t.match(chunksOf([says.done('', { status: 'cancelled' })]).chunks.at(-1), { type: 'abort' })
  const deleted = chunksOf([{ event: 'end', data: {} }])
  t.match(deleted.chunks.at(-1), { type: 'error' })
  t.ok(deleted.stream.isOver)
  t.match(new UiMessageStream(says.conversation()).farewell(), { type: 'error', errorText: /connect again/ })
})

test('a step of an execution and the title of the session are transient', async t => {
  const events: ChatEvent[] = [
    { event: 'step', data: { executionId: 'exec_1', step: { id: 'a' } as never } },
    { event: 'session', data: { session: { id: 'chat_1', title: 'Ada' } as never } },
  ]
  t.match(chunksOf(events).chunks.slice(2), [
    { type: 'data-step', id: 'exec_1/a', transient: true },
    { type: 'data-session', data: { title: 'Ada' }, transient: true },
  ])
})

test('what is to be confirmed is said in the text, and is a data part', async t => {
  const message = await read(chunksOf([says.doneWithConfirmation()]).chunks)
  const data = { workflowName: 'Wiper', confirmation: { digest: 'd1' } }
  t.match(message?.parts, [
    { type: 'step-start' },
    { type: 'text', text: /confirms it: http:/ },
    { type: 'data-confirmation', id: 'wf_1', data },
  ])
})
