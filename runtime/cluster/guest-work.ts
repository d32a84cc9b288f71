// What other nodes ask of the actors of this one, and of its main thread, and what they watch here. The
// engine of a cluster (cluster-engine.ts) has one.
// 1. An ask for an actor that is not here is answered by `moved`. Before that this node reads the placement
//    again, if the other one knows a newer owner of the shard.
// 2. A watch ends with its link, and when its shard leaves.
import { Failure } from '../../domain/failure.ts'
import { type Desk, deskAddress, type EntryListener } from '../engine.ts'
import type { Log } from '../log.ts'
import { type Placement, shardOf } from '../placement/placement.ts'
import type { AskText } from '../system/system.ts'
import { Moved } from './moved.ts'
import type { NodeFrame } from './node-frames.ts'
import type { Peer } from './peer.ts'

export interface GuestParts {
  readonly placement: Pick<Placement, 'ownerOf'>
  readonly isOwn: (shard: number) => boolean
  readonly refresh: () => Promise<void>
  readonly ask: AskText
  readonly desk: Desk
  readonly subscribe: (address: string, listener: EntryListener) => () => void
  readonly log: Log
}

type Ask = Extract<NodeFrame, { type: 'ask' }>

export class GuestWork {
  readonly #parts: GuestParts
  /** By peer and address: ends the watch. */
  readonly #watches = new Map<Peer, Map<string, () => void>>()

  constructor(parts: GuestParts) {
    this.#parts = parts
  }

  async ask(peer: Peer, head: Ask, payload: string): Promise<void> {
    // The answer belongs to the link that brought the question: over the next one its id means another.
    const { link } = peer
    try {
      const reply = await this.#answer(head, payload)
      link?.send({ type: 'reply', id: head.id }, reply)
    } catch (error) {
      if (error instanceof Moved) return link?.send({ type: 'moved', id: head.id })
      const failure = error instanceof Failure ? error : this.#failed(error)
      link?.send({ type: 'refused', id: head.id }, JSON.stringify(failure))
    }
  }

  watch(peer: Peer, address: string): void {
    if (!this.#parts.isOwn(shardOf(address))) return peer.send({ type: 'unwatched', address })
    const watches = this.#watches.get(peer) ?? new Map<string, () => void>()
    this.#watches.set(peer, watches)
    watches.get(address)?.()
    const leave = this.#parts.subscribe(address, entry => {
      if (entry === null) peer.send({ type: 'missed', address })
      else peer.send({ type: 'entry', address, seq: entry.seq, at: entry.at }, entry.body)
    })
    watches.set(address, leave)
    // Whoever comes second to a watched address hears nothing from its host.
    peer.send({ type: 'missed', address })
  }

  unwatch(peer: Peer, address: string): void {
    this.#watches.get(peer)?.get(address)?.()
    this.#watches.get(peer)?.delete(address)
  }

  /** The link to the peer has ended. */
  left(peer: Peer): void {
    for (const leave of this.#watches.get(peer)?.values() ?? []) leave()
    this.#watches.delete(peer)
  }

  /** Other nodes have these shards from now on. */
  released(shards: ReadonlySet<number>): void {
    for (const [peer, watches] of this.#watches)
      for (const address of [...watches.keys()]) {
        if (!shards.has(shardOf(address))) continue
        this.unwatch(peer, address)
        peer.send({ type: 'unwatched', address })
      }
  }

  async #answer({ address, until, fresh, epoch, leftMs }: Ask, payload: string): Promise<string> {
    if (address === deskAddress) return this.#parts.desk(payload)
    const shard = shardOf(address)
    if (!this.#parts.isOwn(shard)) {
      const known = this.#parts.placement.ownerOf(shard)
      if (known === null || known.epoch < epoch) await this.#parts.refresh()
      if (!this.#parts.isOwn(shard)) throw new Moved()
    }
    return this.#parts.ask(address, payload, { until, isFresh: fresh, timeoutMs: leftMs })
  }

  /** A defect of ours is logged here, and told to the asker as a refusal. */
  #failed(error: unknown): Failure {
    this.#parts.log.error({ err: error }, 'an ask of another node failed')
    return new Failure('unavailable', 'the service failed to do this; its log says why')
  }
}
