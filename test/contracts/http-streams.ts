// How every HTTP engine serves server-sent events over a real socket: in order, resumable, at the reader's
// pace, ended by the source, by the server, or by a reader that takes nothing.
import { setTimeout as delay } from 'node:timers/promises'
import { test } from 'tap'
import { z } from 'zod'
import { Failure } from '../../domain/failure.ts'
import { stream } from '../../http/pipeline/reply.ts'
import { route } from '../../http/pipeline/route.ts'
import { defaultTimes } from '../../http/streaming/sse.ts'
import type { EventSource, SourceEvent } from '../../runtime/event-source.ts'
import { probes } from '../support/probes.ts'
import { authenticate, startTestServer } from '../support/servers/http-server.ts'
import { openRaw } from '../support/servers/raw-http.ts'
import type { EngineName } from './http-engine.ts'

function follow(headers = '', query = ''): string {
  const head = `GET /api/v1/executions/exec_1/logs${query} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer sk_one\r\n`
  return `${head}${headers}\r\n`
}

/** Events 1 to `count`, the last of which ends the stream. */
function finite(count: number, dataOf: (id: number) => string): EventSource {
  return {
    open(after) {
      let next = after + 1
      return {
        pull(max) {
          const events: SourceEvent[] = []
          for (; next <= count && events.length < max; next++) {
            events.push({ id: next, event: 'log', data: dataOf(next), isLast: next === count })
          }
          return events
        },
        close() {},
      }
    },
  }
}

/** A source to which a test adds events while it is read. */
function growing(): EventSource & { add(event: string): void; readonly openFeeds: number } {
  const events: SourceEvent[] = []
  const waiting = new Set<() => void>()
  return {
    get openFeeds() {
      return waiting.size
    },
    add(event) {
      events.push({ id: events.length + 1, event, data: '{}' })
      for (const wake of waiting) wake()
    },
    open(after, wake) {
      let position = after
      waiting.add(wake)
      return {
        async pull(max) {
          const found = events.slice(position, position + max)
          position += found.length
          return found
        },
        close: () => void waiting.delete(wake),
      }
    },
  }
}

/** Text of the stream without the framing of chunks, which no event of these tests looks like. */
function unchunked(text: string): string {
  return text.replace(/(^|\r\n)[0-9a-fA-F]+\r\n/g, '').replace(/\r\n$/, '')
}

export function httpStreamsContract(engine: EngineName): void {
  test(`${engine}: a stream tells every event once, in order, and ends after the last`, async t => {
    const { port } = await startTestServer(t, { engine, source: finite(3, id => `{"n":${id}}`) })
    const connection = await openRaw(port)
    await connection.send(follow())
    const text = await connection.text(received => received.endsWith('0\r\n\r\n'))
    t.match(text, /^HTTP\/1\.1 200 OK\r\n/)
    t.match(text, /Content-Type: text\/event-stream; charset=utf-8\r\n/)
    t.match(text, /Cache-Control: no-store\r\n/)
    const body = unchunked(text.slice(text.indexOf('\r\n\r\n') + 2))
    t.match(body, /retry: 1000\n\nid: 1\nevent: log\ndata: {"n":1}\n\nid: 2\n.*\n.*\n\nid: 3\n.*\n.*\n\n/)
    await connection.send('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    t.match(
      await connection.text(received => received.includes('{"ok":true}')),
      /{"ok":true}/,
      'the connection goes on',
    )
    connection.close()
  })

  test(`${engine}: a stream goes on after the last event that its reader has`, async t => {
    const { port } = await startTestServer(t, { engine, source: finite(3, () => '{}') })
    for (const request of [follow('Last-Event-ID: 2\r\n'), follow('', '?after=2')]) {
      const connection = await openRaw(port)
      await connection.send(request)
      const text = await connection.text(received => received.endsWith('0\r\n\r\n'))
      t.strictSame(text.match(/id: \d+/g), ['id: 3'])
      connection.close()
    }
  })

  test(`${engine}: a resume point that is no id is 400 (P105)`, async t => {
    probes(t, 105)
    const { port } = await startTestServer(t, { engine, source: finite(3, () => '{}') })
    for (const id of ['-1', '1e30', '1000000000000000000000000000000', 'exec_1', '9007199254740992', ' ']) {
      const connection = await openRaw(port)
      await connection.send(follow('', `?after=${encodeURIComponent(id)}`))
      t.equal((await connection.answer())?.status, 400, `P105 ${id}`)
      connection.close()
    }
  })

  test(`${engine}: a stream is live, and lets go of its source when the reader leaves`, async t => {
    const source = growing()
    const { port } = await startTestServer(t, { engine, source })
    const connection = await openRaw(port)
    await connection.send(follow())
    await connection.text(received => received.includes('retry:'))
    for (const name of ['first', 'second']) {
      source.add(name)
      t.match(await connection.text(received => received.includes(name)), new RegExp(`event: ${name}`))
    }
    t.equal(source.openFeeds, 1)
    connection.close()
    while (source.openFeeds > 0) await new Promise(resolve => setImmediate(resolve))
    t.equal(source.openFeeds, 0)
  })

  test(`${engine}: a stream that opens after its reader has left lets go of its source`, async t => {
    const hasCome = Promise.withResolvers<void>()
    const mayGoOn = Promise.withResolvers<void>()
    const letGo = Promise.withResolvers<void>()
    const [hasClosed, isOver] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const source: EventSource = {
      open: () => ({ pull: () => [], close: letGo.resolve }),
      over: isOver.resolve,
    }
    const late = route('GET /late', { summary: 'Late', public: true, returns: z.string() }).handle(
      async ({ request }) => {
        request.onClose(hasClosed.resolve)
        hasCome.resolve()
        await mayGoOn.promise
        return stream(source, 0)
      },
    )
    const { port } = await startTestServer(t, { engine, routes: [late] })
    const connection = await openRaw(port)
    await connection.send('GET /late HTTP/1.1\r\nHost: x\r\n\r\n')
    await hasCome.promise
    connection.close()
    await hasClosed.promise
    mayGoOn.resolve()
    await Promise.all([letGo.promise, isOver.promise])
    t.pass('it was told')
  })

  test(`${engine}: HEAD of a stream opens nothing, and is over`, async t => {
    const seen: string[] = []
    const source: EventSource = {
      open: () => {
        seen.push('open')
        return { pull: () => [], close() {} }
      },
      over: () => void seen.push('over'),
    }
    const { port } = await startTestServer(t, { engine, source })
    const connection = await openRaw(port, 'HEAD')
    await connection.send(follow().replace('GET', 'HEAD'))
    t.match(await connection.answer(), { status: 200, headers: { 'content-type': /^text\/event-stream/ } })
    t.strictSame(seen, ['over'])
    connection.close()
  })

  test(`${engine}: an idle stream sends comments`, async t => {
    const pipeline = { sseTimes: { ...defaultTimes, heartbeatMs: 20 } }
    const { port } = await startTestServer(t, { engine, source: growing(), pipeline })
    const connection = await openRaw(port)
    await connection.send(follow())
    t.match(await connection.text(received => (received.match(/:\n\n/g) ?? []).length >= 2), /\n:\n\n/)
    connection.close()
  })

  test(`${engine}: a reader that takes nothing is dropped, and little is read for it (P14)`, async t => {
    probes(t, 14)
    let pulled = 0
    let open = 0
    const events = finite(1_000_000, () => `"${pulled++}${'x'.repeat(10_000)}"`)
    const source: EventSource = {
      open(after, wake) {
        open++
        return { ...events.open(after, wake), close: () => void open-- }
      },
    }
    const stallMs = 50
    const { port } = await startTestServer(t, {
      engine,
      source,
      pipeline: { sseTimes: { ...defaultTimes, stallMs } },
    })
    const connection = await openRaw(port)
    connection.socket.pause()
    await connection.send(follow())
    while (pulled === 0 || open > 0) await delay(1)
    t.ok(pulled < 3_000, `what the system's buffers took: ${pulled} events of 10 kB`)
    await delay(4 * stallMs)
    const before = pulled
    connection.socket.resume()
    t.notMatch((await connection.text(() => false)).slice(-10), /0\r\n\r\n$/)
    t.equal(pulled, before, 'P14 nothing more was read for it')
  })

  test(`${engine}: a slow reader gets everything, once from the source and not from memory`, async t => {
    probes(t, 14)
    let pulled = 0
    let opened = 0
    let paused = 0
    const events = finite(2_000, id => `"${pulled++}${id}${'x'.repeat(10_000)}"`)
    const source: EventSource = {
      open(after, wake) {
        opened++
        return { ...events.open(after, wake), pause: () => void paused++ }
      },
    }
    const { port } = await startTestServer(t, { engine, source })
    const connection = await openRaw(port)
    connection.socket.pause()
    await connection.send(follow())
    while (paused === 0) await new Promise(resolve => setImmediate(resolve))
    t.ok(pulled < 2_000, `what the system's buffers took: ${pulled} events of 10 kB`)
    const text = await new Promise<string>(resolve => {
      const chunks: string[] = []
      connection.socket.on('data', (chunk: string) => {
        chunks.push(chunk)
        if (chunk.endsWith('0\r\n\r\n')) resolve(chunks.join(''))
      })
      connection.socket.resume()
    })
    const ids = [...text.matchAll(/id: (\d+)\n/g)].map(([, id]) => Number(id))
    t.strictSame(
      ids,
      Array.from({ length: 2_000 }, (_, i) => i + 1),
      'P14 no gap and no repeat',
    )
    t.strictSame([opened, pulled], [1, 2_000])
    connection.close()
  })

  test(`${engine}: a drained server ends its streams, and tells their readers to come back`, async t => {
    const server = await startTestServer(t, { engine, source: growing() })
    const connection = await openRaw(server.port)
    await connection.send(follow())
    await connection.text(received => received.includes('retry:'))
    await server.close()
    t.match(await connection.text(() => false), /event: draining\ndata: {}\n\n/)
  })

  test(`${engine}: a stream ends when the credential of its reader does (P105)`, async t => {
    probes(t, 105)
    let isRevoked = false
    const pipeline = {
      authenticate: (authorization: string) => {
        if (isRevoked) throw new Failure('unauthenticated', 'revoked')
        return authenticate(authorization)
      },
    }
    const { port } = await startTestServer(t, { engine, source: growing(), pipeline })
    const connection = await openRaw(port)
    await connection.send(follow())
    await connection.text(received => received.includes('retry:'))
    isRevoked = true
    t.match(
      await connection.text(received => received.endsWith('0\r\n\r\n')),
      /event: unauthenticated\n/,
      'P105',
    )
    connection.close()
  })

  test(`${engine}: a source that fails drops the connection and is logged`, async t => {
    const source: EventSource = {
      open: () => ({
        pull: () => Promise.reject(new Error('journal is gone')),
        close() {},
      }),
    }
    const { port, logged } = await startTestServer(t, { engine, source })
    const connection = await openRaw(port)
    await connection.send(follow())
    t.notMatch(await connection.text(() => false), /journal is gone|0\r\n\r\n$/)
    t.match(logged, [{ facts: { err: { message: 'journal is gone' } } }])
  })
}
