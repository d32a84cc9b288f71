// Hosts on worker threads: one piscina task per host, living as long as its thread. Threads are there so that a heavy
// tool result, an endless loop or a full heap ends one host and never the process that answers HTTP.
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { Piscina } from 'piscina'
import type { Link, LinkEvents, OpenLink } from './link.ts'

/** What a host's thread is given to begin with. */
export interface HostTask<C> {
  readonly port: MessagePort
  readonly slot: number
  /** Where the thread notes whose code runs: a length byte, then the address in ASCII. Survives the thread. */
  readonly mark: Uint8Array
  readonly config: C
}

export interface PoolOptions<C> {
  /** The module whose default export runs a host until it is told to stop. */
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
    minThreads: threads,
    maxThreads: threads,
    concurrentTasksPerWorker: 1,
    atomics: 'disabled',
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  })

  // The death of a thread also rejects its task, and that is where it is told.
  piscina.on('error', () => {})
  /** Ids of the threads whose hosts have told them. */
  const told = new Set<number>()

  /** Of a host that has not told its thread yet: what hangs while it starts is one of those nobody knows. */
  const threadsOf = (threadId: number) =>
    piscina.threads.filter(thread =>
      threadId === 0 ? !told.has(thread.threadId) : thread.threadId === threadId,
    )

  function open(slot: number, events: LinkEvents): Link {
    const { port1, port2 } = new MessageChannel()
    const mark = new Uint8Array(new SharedArrayBuffer(128))
    let threadId = 0
    port1.on('message', (message: string | number) => {
      if (typeof message !== 'number') return events.receive(message)
      threadId = message
      told.add(threadId)
    })
    const ended = (reason: Error | null) => {
      told.delete(threadId)
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
        // Not by the signal: piscina would wait for the task to yield, and a loop never does.
        const terminations = threadsOf(threadId).map(thread => thread.terminate())
        // But for the task of a thread that dies while it loads its modules: piscina keeps that for ever.
        if (threadId === 0) void Promise.allSettled(terminations).then(() => unstarted.abort())
      },
      suspect: () => readMark(mark),
    }
  }

  return { open, close: () => piscina.destroy() }
}

/** Notes an address in shared memory: some 100 ns, paid at every decision. */
export function writeMark(mark: Uint8Array, address: string): void {
  for (let i = 0; i < address.length; i++) mark[i + 1] = address.charCodeAt(i)
  mark[0] = address.length
}

function readMark(mark: Uint8Array): string {
  return Buffer.from(mark.slice(1, 1 + mark[0]!)).toString('latin1')
}
