// Streams of other protocols: their ids and their ends, and several answers in one.
import { test } from 'tap'
import { aiSdk } from '../../../../http/chat/protocols/ai-sdk.ts'
import { inTurn } from '../../../../http/chat/protocols/in-turn.ts'
import type { ChatEvent, Conversation } from '../../../../http/chat/protocols/protocol.ts'
import { translated } from '../../../../http/chat/protocols/translated.ts'
import type { EventSource, SourceEvent } from '../../../../runtime/event-source.ts'
import * as says from './events.ts'

/** A source that has these events, with the numbers from `first` on. */
function sourceOf(events: readonly ChatEvent[], first = 1): EventSource & { closed: number } {
  const source = {
    closed: 0,
    open(after: number) {
      const left = events
        .map(({ event, data }, index): SourceEvent => {
          const isLast = event === 'done' || event === 'end'
          return { id: first + index, event, data: JSON.stringify(data), isLast }
        })
        .filter(({ id }) => id > after)
      return { pull: (max: number) => left.splice(0, max), close: () => void source.closed++ }
    },
  }
  return source
}

function open(source: EventSource, conversation: Conversation = says.conversation()) {
  const left: string[] = []
  const stream = translated(source, aiSdk, aiSdk.translate(conversation), () => left.push('left'))
  return { stream, left, feed: stream.open(0, () => {}) }
}

async function drain(feed: ReturnType<EventSource['open']>, max = 2): Promise<SourceEvent[]> {
  const all: SourceEvent[] = []
  for (;;) {
    const events = await feed.pull(max)
    if (events.length === 0) return all
    all.push(...events)
  }
}

test('of what an event becomes, the last has its id, and the trailer is the last of all', async t => {
  const { feed } = open(sourceOf([says.chunk('a'), says.chunk('b'), says.done('ab')]))
  const events = await drain(feed)
  t.strictSame(
    events.map(({ id, data, isPassing }) => [
      isPassing ? 0 : id,
      data === '[DONE]' ? data : JSON.parse(data).type,
    ]),
    [
      [0, 'start'],
      [0, 'start-step'],
      [0, 'text-start'],
      [1, 'text-delta'],
      [2, 'text-delta'],
      [0, 'text-end'],
      [0, 'finish-step'],
      [0, 'finish'],
      [3, '[DONE]'],
    ],
  )
  t.strictSame(
    events.map(({ isLast }) => isLast === true),
    events.map(({ data }) => data === '[DONE]'),
  )
})

test('no more is given at a time than was asked for', async t => {
  const { feed } = open(sourceOf([says.chunk('a'), says.done('a')]))
  for (let events = await feed.pull(2); events.length > 0; events = await feed.pull(2))
    t.ok(events.length <= 2)
})

test('who leaves before the end has left; the end, a drained server and a stream never read are none', async t => {
  const early = open(sourceOf([says.chunk('a'), says.done('a')]))
  await early.feed.pull(3)
  early.stream.over?.()
  t.strictSame(early.left, ['left'])
  const ended = open(sourceOf([says.done('a')]))
  await drain(ended.feed)
  ended.stream.over?.()
  t.strictSame(ended.left, [])
  const drained = open(sourceOf([says.chunk('a')]))
  t.match(JSON.parse(drained.stream.farewell!()!), { type: 'error', errorText: /connect again/ })
  drained.stream.over?.()
  t.strictSame(drained.left, [])
  const unread: string[] = []
  translated(sourceOf([]), aiSdk, aiSdk.translate(says.conversation()), () => unread.push('left')).over?.()
  t.strictSame(unread, [])
})

test('several answers come in turn as one stream, each event once', async t => {
  const decision = { id: 'apr_1', decision: 'approve' } as const
  const decided = { decision, toolCallId: 'apr_1' }
  const first = sourceOf([says.chunk('One', 'msg_1'), says.done('One', { id: 'msg_1' })])
  const second = sourceOf([
    says.chunk('One', 'msg_1'),
    says.done('One', { id: 'msg_1' }),
    says.chunk('Two', 'msg_2'),
    says.done('Two', { id: 'msg_2' }),
  ])
  const source = inTurn(first, [async () => second])
  const answers = [says.answer('msg_1', decided), says.answer('msg_2')]
  const { feed, stream, left } = open(source, says.conversation(answers))
  const events = await drain(feed)
  const said = events.filter(({ data }) => data !== '[DONE]').map(({ data }) => JSON.parse(data))
  t.strictSame(
    said.filter(({ type }) => type === 'text-delta').map(({ delta }) => delta),
    ['One', 'Two'],
  )
  t.match(
    said.find(({ type }) => type === 'tool-output-available'),
    { toolCallId: 'apr_1' },
  )
  t.equal(said.filter(({ type }) => type === 'finish').length, 1)
  t.equal(events.at(-1)!.data, '[DONE]')
  t.equal(first.closed, 1)
  feed.close()
  t.equal(second.closed, 1)
  stream.over?.()
  t.strictSame(left, [])
})

test('after the first of several answers has failed, the stream is an error in the end', async t => {
  const failed = says.done('No', { id: 'msg_1', status: 'failed' })
  const source = inTurn(sourceOf([failed]), [
    async () => sourceOf([failed, says.done('Yes', { id: 'msg_2' })]),
  ])
  const answers = [says.answer('msg_1'), says.answer('msg_2')]
  const events = await drain(open(source, says.conversation(answers)).feed)
  t.match(JSON.parse(events.at(-2)!.data), { type: 'error', errorText: 'No' })
})

test('a session that is deleted meanwhile ends the stream', async t => {
  const source = inTurn(sourceOf([{ event: 'end', data: {} }]), [async () => sourceOf([])])
  const answers = [says.answer('msg_1'), says.answer('msg_2')]
  const events = await drain(open(source, says.conversation(answers)).feed)
  t.match(JSON.parse(events.at(-2)!.data), { type: 'error', errorText: /deleted/ })
  t.equal(events.at(-1)!.isLast, true)
})
