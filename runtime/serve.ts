// A host at its end of a link: unpacks what the main thread sends, hands it to the host, packs what goes back.

import { bounds } from './config.ts'
import { type FromHost, Outbox, type ToHost, unpack } from './frames.ts'
import { Host } from './host.ts'
import type { HostParts } from './host-parts.ts'
import type { Log } from './log.ts'

export interface ServedHost {
  /** Takes one string of frames from the main thread. */
  receive(packed: string): void
  /** The thread is lost: says and does nothing more. */
  abandon(): void
  /** A fact that others cache has changed: every thread is told, this one too. */
  announce(what: unknown): void
  /** A line for the log of the process. */
  log(level: keyof Log, facts: object, message: string): void
  readonly host: Host
}

export interface ServeOptions extends Omit<HostParts, 'send'> {
  readonly threadId: number
  readonly send: (packed: string) => void
  /** A cached fact has changed; `what` is JSON. */
  readonly invalidate: (what: unknown) => void
  /** Called when the host has stopped and its last frames have left. */
  readonly stopped: () => void
  /** What was measured since it was asked last, as JSON; goes with every beat. */
  readonly measured?: () => unknown
}

export function serveHost(options: ServeOptions): ServedHost {
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
      case 'park':
        return host.park(head.address, JSON.parse(payload) as string, head.id)
      case 'shun':
        return host.shun(head.address)
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
      case 'stop':
        return void stop()
    }
  }

  return {
    host,
    announce: what => outbox.push({ type: 'changed' }, JSON.stringify(what)),
    log: (level, facts, message) => outbox.push({ type: 'log', level, message }, JSON.stringify(facts)),
    abandon() {
      callOff()
      host.abandon()
    },
    receive(packed) {
      for (const { head, payload } of unpack<ToHost>(packed)) take(head, payload)
    },
  }
}
