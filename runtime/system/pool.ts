// Hosts on worker threads: one piscina task per host, which lives as long as its thread. actors/embedded.ts
// starts a pool. Hosts have threads so that a heavy tool result, an endless loop or a full heap ends one host
// and never the process that answers HTTP.
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { Piscina } from 'piscina'
import { threadFlags } from '../process/thread-flags.ts'
import type { Link, LinkEvents, OpenLink } from './link.ts'

/** What a host's thread starts with. */
export interface HostTask<C> {
  readonly port: MessagePort
  readonly slot: number
  /**
   * Shared memory that outlives the thread. The thread writes here which actor's code runs: a length byte,
   * then the address in ASCII.
   */
  readonly mark: Uint8Array
  readonly config: C
}

export interface PoolOptions<C> {
  /** The module whose default export runs a host until it stops. */
  readonly filename: string
  readonly threads: number
  readonly config: C
  /** Heap of one thread; past it the thread dies and its actors go on in the next. */
  readonly heapMegabytes: number
}

export interface Pool {
  readonly open: OpenLink
  close(): Promise<void>
}

export function startPool<C>({ filename, threads, config, heapMegabytes }: PoolOptions<C>): Pool {
  const piscina = new Piscina({
    filename,
    execArgv: [...threadFlags],
    minThreads: threads,
    maxThreads: threads,
    concurrentTasksPerWorker: 1,
    atomics: 'disabled',
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  })

  // A dead thread also rejects its task; `open` reports it from there.
  piscina.on('error', () => {})
  /** Threads whose host has reported its thread id. */
  const reported = new Set<number>()

  /** @param threadId 0: the host has not reported one. It may be any thread that no host has reported. */
  const threadsOf = (threadId: number) =>
    piscina.threads.filter(thread =>
      threadId === 0 ? !reported.has(thread.threadId) : thread.threadId === threadId,
    )

  function open(slot: number, events: LinkEvents): Link {
    const { port1, port2 } = new MessageChannel()
    const mark = new Uint8Array(new SharedArrayBuffer(128))
    let threadId = 0
    port1.on('message', (message: string | number) => {
      if (typeof message !== 'number') return events.receive(message)
      threadId = message
      reported.add(threadId)
    })
    const ended = (reason: Error | null) => {
      reported.delete(threadId)
      events.ended(reason)
    }
    const task: HostTask<C> = { port: port2, slot, mark, config }
    const unstarted = new AbortController()
    piscina.run(task, { transferList: [port2], signal: unstarted.signal }).then(
      () => ended(null),
      error => ended(error as Error),
    )
    return {
      send: packed => port1.postMessage(packed),
      kill() {
        // Terminate, do not abort: at an abort piscina waits for the task to yield, and a loop never does.
        const terminations = threadsOf(threadId).map(thread => thread.terminate())
        // Piscina keeps the task of a thread that dies while it loads its modules. Only an abort ends that.
        if (threadId === 0) void Promise.allSettled(terminations).then(() => unstarted.abort())
      },
      suspect: () => readMark(mark),
    }
  }

  return { open, close: () => piscina.destroy() }
}

/** Writes an address into shared memory. Costs some 100 ns at every decision. */
export function writeMark(mark: Uint8Array, address: string): void {
  for (let i = 0; i < address.length; i++) mark[i + 1] = address.charCodeAt(i)
  mark[0] = address.length
}

function readMark(mark: Uint8Array): string {
  return Buffer.from(mark.slice(1, 1 + mark[0]!)).toString('latin1')
}
