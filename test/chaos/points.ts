// Preloaded (`node --import`) into the server that a chaos run starts, and into nothing else: makes it die
// where and how it is told. The product does not know of it: it wraps the driver's query, the tool channel
// and the system's ask. Orders come over the IPC channel of the parent to the main thread, and go from there
// to every thread.
import { writeSync } from 'node:fs'
import { BroadcastChannel, isMainThread, threadId } from 'node:worker_threads'
import type { Born, Order, Point, ThreadDeath } from './orders.ts'
import { lastWords } from './orders.ts'

const orders = new BroadcastChannel('chaos orders')
const births = new BroadcastChannel('chaos births')
let armed: { point: Point; left: number } | null = null

orders.onmessage = event => {
  const { order, claim } = (event as { data: Broadcast }).data
  take(order, claim)
}
if (isMainThread) await watchMainThread()
else await watchHost()
orders.unref()
births.unref()

async function watchMainThread(): Promise<void> {
  process.on('message', (order: Order) => {
    take(order, null)
    orders.postMessage({ order, claim: new Int32Array(new SharedArrayBuffer(4)) } satisfies Broadcast)
  })
  process.channel?.unref()
  births.onmessage = event => process.send?.((event as { data: Born }).data)
  const { System } = await import('../../runtime/system/system.ts')
  const { ask } = System.prototype
  System.prototype.ask = async function (...question) {
    const reply = await ask.apply(this, question)
    pass('before-reply')
    return reply
  }
}

async function watchHost(): Promise<void> {
  const { default: pg } = await import('pg')
  const { commitName } = await import('../../storage/journal/commit-statement.ts')
  const { RemoteChannel } = await import('../../rpc/remote/channel.ts')

  const query = pg.Client.prototype.query as (...args: unknown[]) => Promise<unknown>
  pg.Client.prototype.query = function (this: unknown, ...args: unknown[]) {
    if (!(args[0] as { name?: string }).name?.startsWith(commitName)) return query.apply(this, args)
    pass('before-commit')
    return query.apply(this, args).then(result => {
      pass('after-commit')
      return result
    })
  } as typeof pg.Client.prototype.query

  const { ask } = RemoteChannel.prototype
  RemoteChannel.prototype.ask = async function (request) {
    const reply = await ask.call(this, request)
    if (request.method === 'tools/call') pass('after-tool')
    return reply
  }
  births.postMessage({ thread: threadId } satisfies Born)
}

interface Broadcast {
  readonly order: Order
  /** Taken by the one thread that obeys what is for one of them. */
  readonly claim: Int32Array
}

function take(order: Order, claim: Int32Array | null): void {
  if (order.type === 'arm') armed = { point: order.point, left: order.nth }
  else if (order.type === 'disarm') armed = null
  else if (claim !== null && Atomics.exchange(claim, 0, 1) === 0) die(order.death)
}

function pass(point: Point): void {
  if (armed?.point !== point || --armed.left > 0) return
  writeSync(2, `${lastWords(point)}\n`)
  process.kill(process.pid, 'SIGKILL')
}

function die(death: ThreadDeath): void {
  switch (death) {
    case 'exit':
      return process.exit(1)
    case 'throw':
      return void setImmediate(() => {
        throw new Error('chaos: thrown late')
      })
    case 'loop':
      for (;;);
    case 'heap':
      for (const kept: unknown[] = []; ; ) kept.push(Array.from({ length: 100_000 }, (_, n) => ({ n })))
  }
}
