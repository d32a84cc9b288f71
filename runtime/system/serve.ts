// A host at its end of a link: unpacks frames from the main thread, calls the host, packs frames that go
// back, and sends a beat each second. A worker thread (actors/host.ts) and `inProcessLinks` call it.

import { bounds } from '../config.ts'
import { Host } from '../host/host.ts'
import type { HostParts } from '../host/host-parts.ts'
import type { Log } from '../log.ts'
import { shardOf } from '../placement/placement.ts'
import { type FromHost, Outbox, type ToHost, unpack } from './frames.ts'

export interface ServedHost {
  /** Takes one string of frames from the main thread. */
  receive(packed: string): void
  /** The thread is lost: does and sends nothing more. */
  abandon(): void
  /** Tells every thread, this one too, that a cached fact has changed. */
  announce(what: unknown): void
  /** Tells the main thread, and no host. */
  tell(what: unknown): void
  /** A line for the log of the process. */
  log(level: keyof Log, facts: object, message: string): void
  readonly host: Host
}

export interface ServeOptions<P = unknown> extends Omit<HostParts<P>, 'send'> {
  readonly threadId: number
  readonly send: (packed: string) => void
  /** Called when a cached fact has changed; `what` is JSON. */
  readonly invalidate: (what: unknown) => void
  /** Called when the host has stopped and its last frames have left. */
  readonly stopped: () => void
  /** Returns the figures since its last call, as plain data; they go with the next beat. */
  readonly measured?: () => unknown
}

export function serveHost<P>(options: ServeOptions<P>): ServedHost {
  const outbox = new Outbox<FromHost>(options.send, options.clock)
  const host = new Host({ ...options, send: (head, payload) => outbox.push(head, payload) })
  const beat = () => {
    const measured = options.measured === undefined ? '' : JSON.stringify(options.measured())
    outbox.push({ type: 'beat', queued: host.queued, active: host.active }, measured)
  }
  let callOff = () => {}
  const keepBeating = () => {
    beat()
    callOff = options.clock.after(bounds.beatMs, keepBeating)
  }
  keepBeating()
  outbox.push({ type: 'ready', threadId: options.threadId })

  async function stop(): Promise<void> {
    callOff()
    await host.stop()
    outbox.push({ type: 'stopped' })
    outbox.flush()
    options.stopped()
  }

  function take(head: ToHost, payload: string): void {
    switch (head.type) {
      case 'ask':
        return host.receive(head.address, { message: JSON.parse(payload), ask: head }, head.fresh)
      case 'wake':
        return host.wake(head.address, head.id)
      case 'poison':
        return host.poison(head.address, JSON.parse(payload) as string, head.id)
      case 'block':
        return host.block(head.address)
      case 'forget':
        return host.forget(head.address, head.id)
      case 'answer':
        return host.answer(head.id, head.isRefused, payload)
      case 'watch':
        return host.watch(head.address)
      case 'unwatch':
        return host.unwatch(head.address)
      case 'invalidate':
        return options.invalidate(JSON.parse(payload))
      case 'unfence':
        return host.unfence()
      case 'release':
        return void release(head.id, new Set(head.shards))
      case 'stop':
        return void stop()
    }
  }

  async function release(id: number, shards: ReadonlySet<number>): Promise<void> {
    await host.release(address => shards.has(shardOf(address)))
    outbox.push({ type: 'released', id })
  }

  /** In a cluster: as `take`, but for actors that this node does not have. */
  function takeOwn(head: ToHost, payload: string): void {
    const isForActor = head.type === 'ask' || head.type === 'wake' || head.type === 'poison'
    if (!isForActor || options.standing!.owns(head.address)) take(head, payload)
    else if (head.type === 'wake') outbox.push({ type: 'reply', id: head.id }, 'null')
    else outbox.push({ type: 'moved', id: head.id })
  }

  const receive = options.standing ? takeOwn : take

  return {
    host,
    announce: what => outbox.push({ type: 'changed' }, JSON.stringify(what)),
    tell: what => outbox.push({ type: 'told' }, JSON.stringify(what)),
    log: (level, facts, message) => outbox.push({ type: 'log', level, message }, JSON.stringify(facts)),
    abandon() {
      callOff()
      host.abandon()
    },
    receive(packed) {
      for (const { head, payload } of unpack<ToHost>(packed)) receive(head, payload)
    },
  }
}
