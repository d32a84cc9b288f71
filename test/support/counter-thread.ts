// What a worker thread of test/support/counter-engine.ts loads: a host of counters, whose journal is the one
// in memory of the main thread.
import { randomUUID } from 'node:crypto'
import { BroadcastChannel, threadId } from 'node:worker_threads'
import { systemClock } from '../../runtime/clock.ts'
import type { Journal } from '../../runtime/journal.ts'
import { type HostTask, writeMark } from '../../runtime/system/pool.ts'
import { type ServedHost, serveHost } from '../../runtime/system/serve.ts'
import { counterKind } from './actors/host.ts'
import { type FromThread, reportingWorld, type ThreadConfig } from './counter-engine.ts'

export default async function runHost({ port, mark, config }: HostTask<ThreadConfig>): Promise<void> {
  const channel = new BroadcastChannel(config.channel)
  const say = (what: FromThread) => channel.postMessage(what)
  let served!: ServedHost
  const reports = {
    performed: (performed: string) => say({ performed }),
    heard: (heard: unknown) => say({ heard }),
  }
  const kind = counterKind(reportingWorld(reports, () => served))
  port.postMessage(threadId)
  await new Promise<void>(resolve => {
    served = serveHost({
      kinds: [kind],
      journal: distantJournal(channel, say),
      clock: systemClock,
      isFenced: config.isFenced,
      threadId,
      send: packed => port.postMessage(packed),
      mark: address => writeMark(mark, address),
      crash(error) {
        served.abandon()
        setImmediate(() => {
          throw error
        })
      },
      invalidate: reports.heard,
      stopped: resolve,
    })
    port.on('message', (packed: string) => served.receive(packed))
  })
  channel.close()
  port.close()
}

function distantJournal(channel: BroadcastChannel, say: (what: FromThread) => void): Journal<unknown> {
  const from = randomUUID()
  const calls = new Map<number, (result: unknown) => void>()
  let last = 0
  channel.onmessage = event => {
    const { answered, to, result } = (event as MessageEvent).data
    if (to !== from) return
    calls.get(answered)?.(result)
    calls.delete(answered)
  }
  const through =
    (method: 'commit' | 'read' | 'load') =>
    (...args: unknown[]) =>
      new Promise<never>(resolve => {
        const call = ++last
        calls.set(call, result => resolve(result as never))
        say({ call, from, method, args })
      })
  return { commit: through('commit'), read: through('read'), load: through('load'), close: async () => {} }
}
