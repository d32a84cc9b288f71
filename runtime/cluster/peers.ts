// The links of this node to all other members. The engine of a cluster (cluster-engine.ts) has one.
// 1. Two nodes have one link: the one with the higher incarnation dials. It dials again after a growing pause
//    for as long as the other is a member.
// 2. A wire counts from its handshake on. A node that is refused, or refuses, is said in the log.
// 3. While a member has no link, or one that is late, `isCurrent` is false: what it announces may be missed.
import type { Clock } from '../clock.ts'
import { bounds } from '../config.ts'
import type { Log } from '../log.ts'
import type { Member } from '../placement/placement.ts'
import { sparingLog } from '../process/sparing-log.ts'
import { Handshake, LinkRefused, type NodeIdentity } from './handshake.ts'
import type { Network, Wire, WireEvents } from './network.ts'
import type { NodeFrame } from './node-frames.ts'
import { NodeLink } from './node-link.ts'
import { Peer } from './peer.ts'

export interface PeersParts {
  readonly network: Network
  readonly clock: Clock
  readonly log: Log
  readonly secret: string
  readonly identity: () => NodeIdentity
  readonly frame: (peer: Peer, head: NodeFrame, payload: string) => void
  /** The peer has a link, or has one no more. */
  readonly changed: (peer: Peer) => void
  /** A node connected that is no member, as far as this node has read. */
  readonly stranger: () => void
}

export class Peers {
  readonly #parts: PeersParts
  readonly #log: Log
  /** By incarnation. */
  readonly #peers = new Map<number, Peer>()
  readonly #dialled = new Set<Peer>()
  #isStopping = false

  constructor(parts: PeersParts) {
    this.#parts = parts
    this.#log = sparingLog(parts.log, parts.clock)
  }

  /** @throws {Error} the address cannot be listened on */
  start(): Promise<void> {
    return this.#parts.network.listen(wire => this.#shakeHands(wire, 'listens', null))
  }

  /** Are all other members heard of in time? */
  get isCurrent(): boolean {
    for (const peer of this.#peers.values()) if (!peer.isCurrent) return false
    return true
  }

  get all(): Iterable<Peer> {
    return this.#peers.values()
  }

  at(incarnation: number): Peer | undefined {
    return this.#peers.get(incarnation)
  }

  /** Has a peer for each of these, dials those it has to, and leaves all others. */
  follow(members: readonly Member[]): void {
    const own = this.#parts.identity().incarnation
    const others = new Map(members.map(member => [member.incarnation, member]))
    others.delete(own)
    for (const [incarnation, peer] of this.#peers) {
      if (others.has(incarnation)) continue
      this.#peers.delete(incarnation)
      this.#lose(peer)
    }
    for (const [incarnation, member] of others) {
      const peer = this.#peers.get(incarnation) ?? this.#meet(member)
      if (own < incarnation || this.#dialled.has(peer)) continue
      this.#dialled.add(peer)
      this.#dial(peer, 0)
    }
  }

  sendAll(head: NodeFrame, payload: string): void {
    for (const peer of this.#peers.values()) peer.send(head, payload)
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    this.follow([])
    await this.#parts.network.close()
  }

  #meet(member: Member): Peer {
    const peer = new Peer(member, this.#parts.clock)
    this.#peers.set(member.incarnation, peer)
    this.#parts.changed(peer)
    return peer
  }

  #dial(peer: Peer, failures: number): void {
    if (this.#isStopping || this.#peers.get(peer.member.incarnation) !== peer) {
      this.#dialled.delete(peer)
      return
    }
    this.#parts.network.dial(peer.member.address, wire => {
      const events = this.#shakeHands(wire, 'dials', peer)
      return {
        receive: events.receive,
        closed: reason => {
          const wasUp = peer.isUp
          events.closed(reason)
          const next = wasUp ? 0 : failures + 1
          const [first, last] = bounds.redialMs
          this.#parts.clock.after(Math.min(last, first * 2 ** next), () => this.#dial(peer, next))
        },
      }
    })
  }

  /** @param dialled whom this node has called; null: somebody calls */
  #shakeHands(wire: Wire, side: 'dials' | 'listens', dialled: Peer | null): WireEvents {
    const { clock, secret, identity } = this.#parts
    let link: NodeLink | null = null
    let peer: Peer | null = null
    const late = clock.after(bounds.handshakeMs, () => {
      this.#log.warn({ address: dialled?.member.address }, 'a node does not say who it is in time')
      wire.close()
    })
    const handshake = new Handshake({ side, secret, identity, send: text => wire.send(text) })
    const meet = (text: string) => {
      const known = handshake.take(text)
      if (known === null) return
      late()
      peer = this.#peerOf(known, dialled)
      // It has joined anew meanwhile, or this node does not know it yet: it dials again.
      if (peer === null) return wire.close()
      wire.trust()
      // The link before it has ended, and this end has not noticed yet.
      this.#lose(peer)
      link = new NodeLink({ wire, clock, frame: ({ head, payload }) => this.#take(peer!, head, payload) })
      peer.link = link
      this.#log.info({ incarnation: known.incarnation, version: known.version }, 'linked to a node')
      this.#parts.changed(peer)
    }
    return {
      receive: text => {
        try {
          if (link === null) meet(text)
          else link.receive(text)
        } catch (error) {
          if (!(error instanceof LinkRefused)) throw error
          this.#log.error({ address: dialled?.member.address }, `refused to link two nodes: ${error.message}`)
          wire.close()
        }
      },
      closed: reason => {
        late()
        link?.ended()
        if (peer !== null && peer.link === link) {
          this.#log.warn({ address: peer.member.address, err: reason }, 'the link to a node has ended')
          this.#lose(peer)
        }
      },
    }
  }

  #peerOf({ incarnation }: NodeIdentity, dialled: Peer | null): Peer | null {
    const peer = this.#peers.get(incarnation) ?? null
    if (dialled !== null) return peer === dialled ? peer : null
    if (peer === null) this.#parts.stranger()
    return peer
  }

  #lose(peer: Peer): void {
    const hadLink = peer.isUp
    peer.link = null
    if (hadLink) this.#parts.changed(peer)
  }

  #take(peer: Peer, head: NodeFrame, payload: string): void {
    if (head.type === 'reply' || head.type === 'refused' || head.type === 'moved')
      peer.answered(head, payload)
    else this.#parts.frame(peer, head, payload)
  }
}
