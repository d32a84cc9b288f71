import { mock } from 'node:test'
import fc from 'fast-check'
import { type Test, test } from 'tap'
import type { OpenBody } from '../../../http/exchange.ts'
import { defaultTimes, formatEvent, SseStream } from '../../../http/streaming/sse.ts'
import type { EventSource, SourceEvent } from '../../../runtime/event-source.ts'
import { probes } from '../../support/probes.ts'

/** A body that takes `capacity` writes before it says that it is full. */
function fakeBody(capacity = Number.POSITIVE_INFINITY) {
  const written: string[] = []
  let room = capacity
  let drained = () => {}
  const state = { written, isEnded: false, isAborted: false }
  const body: OpenBody = {
    write(chunk) {
      written.push(chunk)
      return --room > 0
    },
    onDrain(listener) {
      drained = listener
    },
    end: () => void (state.isEnded = true),
    abort: () => void (state.isAborted = true),
  }
  return {
    body,
    state,
    drain(more: number) {
      room = more
      drained()
    },
  }
}

function eventsFrom(count: number, opened: number[] = []): EventSource {
  return {
    open(after) {
      opened.push(after)
      let next = after
      return {
        pull(max) {
          const events: SourceEvent[] = []
          while (next < count && events.length < max)
            events.push({ id: ++next, event: 'log', data: '{}', isLast: next === count })
          return events
        },
        close() {},
      }
    },
  }
}

const settled = () => new Promise<void>(resolve => setImmediate(resolve))

function useMockTimers(t: Test): void {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  t.teardown(() => mock.timers.reset())
}

const idsOf = (written: readonly string[]) => written.flatMap(text => text.match(/id: (\d+)/)?.[1] ?? [])

test('text cannot forge an event: every line of it is prefixed (P104)', async t => {
  probes(t, 104)
  t.equal(
    formatEvent({ id: 1, event: 'log', data: 'a\n\nevent: x\ndata: y' }),
    'id: 1\nevent: log\ndata: a\ndata: \ndata: event: x\ndata: data: y\n\n',
    'P104',
  )
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('\r', '\n', 'a', ':', 'd') }), data => {
      const lines = formatEvent({ id: 1, event: 'log', data }).split(/\r\n|\r|\n/)
      t.ok(lines.slice(2, -2).every(line => line.startsWith('data: ')))
      t.strictSame(lines.slice(-2), ['', ''])
    }),
  )
})

test('a stream ends after the last event', async t => {
  const { body, state } = fakeBody()
  const ended: unknown[] = []
  new SseStream({ body, source: eventsFrom(100), after: 0 }, cause => ended.push(cause)).start()
  while (!state.isEnded) await settled()
  t.equal(idsOf(state.written).length, 100)
  t.strictSame(ended, [null])
})

test('a full connection gets nothing more, and its feed goes on when it has drained', async t => {
  useMockTimers(t)
  const opened: number[] = []
  const { body, state, drain } = fakeBody(3)
  new SseStream({ body, source: eventsFrom(5, opened), after: 0 }, () => {}).start()
  await settled()
  t.strictSame(idsOf(state.written), ['1', '2'])
  drain(2)
  await settled()
  t.strictSame(idsOf(state.written), ['1', '2', '3', '4'])
  drain(100)
  await settled()
  t.strictSame(idsOf(state.written), ['1', '2', '3', '4', '5'], 'no gap and no repeat')
  t.strictSame(opened, [0])
  t.ok(state.isEnded)
})

test('of a feed whose reader does not keep up one pull is held, and it is told so', async t => {
  useMockTimers(t)
  const seen: string[] = []
  let wake = () => {}
  let isWaiting = true
  const source: EventSource = {
    open(after, onMore) {
      wake = onMore
      const feed = eventsFrom(100).open(after, onMore)
      return {
        async pull(max) {
          seen.push('pull')
          // The connection fills while the source is being read.
          if (isWaiting) await new Promise<void>(resolve => setImmediate(resolve))
          return feed.pull(max)
        },
        pause: () => void seen.push('pause'),
        close: () => void seen.push('close'),
      }
    },
  }
  const { body, state, drain } = fakeBody(2)
  new SseStream({ body, source, after: 0 }, () => {}).start()
  mock.timers.tick(defaultTimes.heartbeatMs)
  await settled()
  await settled()
  wake()
  await settled()
  t.strictSame(seen, ['pull', 'pause'])
  t.strictSame(state.written, ['retry: 1000\n\n', ':\n\n'])
  isWaiting = false
  drain(40)
  await settled()
  t.strictSame(seen, ['pull', 'pause', 'pull', 'pause'])
  drain(1_000)
  await settled()
  t.strictSame(
    idsOf(state.written),
    Array.from({ length: 100 }, (_, i) => String(i + 1)),
  )
  t.equal(seen.at(-1), 'close')
})

test('a full connection is dropped after 30 s, a drained one is not', async t => {
  useMockTimers(t)
  const stalled = fakeBody(1)
  const slow = fakeBody(2)
  for (const { body } of [stalled, slow])
    new SseStream({ body, source: eventsFrom(5), after: 0 }, () => {}).start()
  await settled()
  mock.timers.tick(29_999)
  t.equal(stalled.state.isAborted, false)
  slow.drain(2)
  mock.timers.tick(1)
  t.equal(stalled.state.isAborted, true)
  t.equal(slow.state.isAborted, false)
})

test('a comment goes out every 15 s, but not to a full connection', async t => {
  useMockTimers(t)
  const source: EventSource = { open: () => ({ pull: () => [], close() {} }) }
  const { body, state } = fakeBody(3)
  new SseStream({ body, source, after: 0 }, () => {}).start()
  await settled()
  for (let i = 0; i < 4; i++) mock.timers.tick(defaultTimes.heartbeatMs)
  t.strictSame(state.written, ['retry: 1000\n\n', ':\n\n', ':\n\n'])
})

test('an event that comes while the source is being read is not missed', async t => {
  const events: SourceEvent[] = []
  let wake = () => {}
  const source: EventSource = {
    open(_after, onMore) {
      wake = onMore
      return { pull: async () => events.splice(0), close() {} }
    },
  }
  const { body, state } = fakeBody()
  const stream = new SseStream({ body, source, after: 0 }, () => {})
  stream.start()
  events.push({ id: 1, event: 'log', data: '{}' })
  wake()
  await settled()
  events.push({ id: 2, event: 'log', data: '{}' })
  wake()
  await settled()
  t.strictSame(idsOf(state.written), ['1', '2'])
  stream.leave()
})

test('a wake during a pull that finds nothing leads to another pull', async t => {
  const found: SourceEvent[][] = [[], [{ id: 1, event: 'log', data: '{}' }]]
  const source: EventSource = {
    open: (_after, wake) => ({
      async pull() {
        if (found.length === 2) wake()
        return found.shift() ?? []
      },
      close() {},
    }),
  }
  const { body, state } = fakeBody()
  const stream = new SseStream({ body, source, after: 0 }, () => {})
  stream.start()
  await settled()
  t.strictSame(idsOf(state.written), ['1'])
  stream.leave()
})

test('nothing is written after the reader has left, and the source is closed', async t => {
  let isClosed = false
  let deliver: (events: SourceEvent[]) => void = () => {}
  const source: EventSource = {
    open: () => ({
      pull: () => new Promise(resolve => (deliver = resolve)),
      close: () => void (isClosed = true),
    }),
  }
  const { body, state } = fakeBody()
  const stream = new SseStream({ body, source, after: 0 }, () => {})
  stream.start()
  stream.leave()
  deliver([{ id: 1, event: 'log', data: '{}' }])
  await settled()
  t.strictSame(idsOf(state.written), [])
  t.equal(isClosed, true)
})

test('a transient stream has neither ids nor a time to come back', async t => {
  const { body, state } = fakeBody()
  const source: EventSource = { ...eventsFrom(2), isTransient: true }
  new SseStream({ body, source, after: 0 }, () => {}).start()
  await settled()
  t.equal(state.written.join(''), ':\n\nevent: log\ndata: {}\n\nevent: log\ndata: {}\n\n')
  t.ok(state.isEnded)
})

test('a source hears once that its stream is over, however it ended', async t => {
  const endings: Record<string, (stream: SseStream) => void> = {
    'the reader left': stream => stream.leave(),
    'this side ended it': stream => stream.end('draining'),
    'its last event was written': () => {},
  }
  for (const [how, end] of Object.entries(endings)) {
    let times = 0
    const { body } = fakeBody()
    const source: EventSource = { ...eventsFrom(how.includes('last') ? 1 : 0), over: () => times++ }
    const stream = new SseStream({ body, source, after: 0 }, () => {})
    stream.start()
    await settled()
    end(stream)
    stream.leave()
    t.equal(times, 1, how)
  }
})

test('a source may say goodbye in its own words', async t => {
  const { body, state } = fakeBody()
  const source: EventSource = { ...eventsFrom(0), farewell: () => '{"bye":1}' }
  const stream = new SseStream({ body, source, after: 0 }, () => {})
  stream.start()
  stream.end('draining')
  t.equal(state.written.at(-1), 'event: message\ndata: {"bye":1}\n\n')
})
