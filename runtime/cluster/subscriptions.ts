// Who at this node listens to actors, wherever those live. The engine of a cluster (cluster-engine.ts) has
// one.
// 1. An address is watched at its owner: in a host of this node, or over a link.
// 2. When the owner or the link changes it is watched anew, and its listeners hear null: entries may have
//    been missed.
import type { Clock } from '../clock.ts'
import { bounds } from '../config.ts'
import type { EntryListener } from '../engine.ts'
import type { Entry } from '../journal.ts'
import { type Placement, shardOf } from '../placement/placement.ts'
import type { Peer } from './peer.ts'
import type { Peers } from './peers.ts'

export interface SubscriptionsParts {
  readonly placement: Pick<Placement, 'ownerOf'>
  readonly peers: Pick<Peers, 'at'>
  readonly isOwn: (shard: number) => boolean
  /** Listens to a host of this node. */
  readonly here: (address: string, listener: EntryListener) => () => void
  readonly refresh: () => Promise<void>
  readonly clock: Clock
}

interface Subscription {
  readonly address: string
  readonly shard: number
  readonly listeners: Set<EntryListener>
  /** Where it is watched; null: nowhere yet. */
  place: 'here' | Peer | null
  leave: () => void
}

export class Subscriptions {
  readonly #parts: SubscriptionsParts
  readonly #all = new Map<string, Subscription>()
  #isLooking = false
  #isStopping = false

  constructor(parts: SubscriptionsParts) {
    this.#parts = parts
  }

  subscribe = (address: string, listener: EntryListener): (() => void) => {
    const subscription = this.#all.get(address) ?? this.#begin(address)
    subscription.listeners.add(listener)
    if (subscription.place === null) this.#watch(subscription)
    return () => {
      subscription.listeners.delete(listener)
      if (subscription.listeners.size > 0 || this.#all.get(address) !== subscription) return
      this.#all.delete(address)
      subscription.leave()
    }
  }

  /** Owners or links may have changed: watches anew what is watched at the wrong place. */
  review(): void {
    for (const subscription of this.#all.values())
      if (subscription.place === null || subscription.place !== this.#placeOf(subscription))
        this.#watch(subscription)
  }

  /** An entry came over a link, or null. One of a place that was left is dropped. */
  receive(peer: Peer, address: string, entry: Entry | null): void {
    const subscription = this.#all.get(address)
    if (subscription?.place === peer) announce(subscription, entry)
  }

  /** The peer does not have the address, or no longer. */
  unwatched(peer: Peer, address: string): void {
    const subscription = this.#all.get(address)
    if (subscription?.place !== peer) return
    subscription.place = null
    subscription.leave = () => {}
    this.#lookLater()
  }

  stop(): void {
    this.#isStopping = true
  }

  #begin(address: string): Subscription {
    const subscription: Subscription = {
      ...{ address, shard: shardOf(address), listeners: new Set(), place: null },
      leave: () => {},
    }
    this.#all.set(address, subscription)
    return subscription
  }

  #placeOf({ shard }: Subscription): 'here' | Peer | null {
    if (this.#parts.isOwn(shard)) return 'here'
    const owner = this.#parts.placement.ownerOf(shard)
    const peer = owner === null ? undefined : this.#parts.peers.at(owner.member.incarnation)
    return peer?.isUp ? peer : null
  }

  #watch(subscription: Subscription): void {
    const { address } = subscription
    subscription.leave()
    subscription.leave = () => {}
    const place = this.#placeOf(subscription)
    subscription.place = place
    if (place === null) return this.#lookLater()
    if (place === 'here') {
      subscription.leave = this.#parts.here(address, entry => announce(subscription, entry))
      // The host may be watched already, by another node, and says nothing to one who comes later.
      this.#parts.clock.soon(() => subscription.place === 'here' && announce(subscription, null))
    } else {
      place.send({ type: 'watch', address })
      subscription.leave = () => place.send({ type: 'unwatch', address })
    }
  }

  #lookLater(): void {
    if (this.#isLooking || this.#isStopping) return
    this.#isLooking = true
    void this.#parts.refresh()
    this.#parts.clock.after(bounds.reroutedMs[1], () => {
      this.#isLooking = false
      if (!this.#isStopping) this.review()
    })
  }
}

function announce({ listeners }: Subscription, entry: Entry | null): void {
  for (const listener of listeners) listener(entry)
}
