// The engine of one node of a cluster (the port is in runtime/engine.ts): its own hosts, what a placement
// says about shards, and links to the other nodes. Composition starts it in the place of a local engine.
//   ask, subscribe -> own shard: system/system.ts -> host
//                  -> another's: router.ts, subscriptions.ts -> peers.ts -> guest-work.ts of the owner
// 1. An actor of this node answers as in a local engine, and one of another node in the same way: nobody
//    above knows how many nodes there are.
// 2. A shard leaves when no host has anything of it in memory, and no commit for it is in flight.
// 3. After `lost` nothing of the old incarnation runs or answers.
import type { Clock } from '../clock.ts'
import { systemClock } from '../clock.ts'
import { bounds } from '../config.ts'
import { type ActorSystem, type Desk, deskAddress, deskAway, type Engine } from '../engine.ts'
import { type Placement, type PlacementEvents, shardCount, shardOf } from '../placement/placement.ts'
import type { LocalEngineOptions } from '../system/local-engine.ts'
import { type AskText, System } from '../system/system.ts'
import { GuestWork } from './guest-work.ts'
import { Moved } from './moved.ts'
import type { Network } from './network.ts'
import type { NodeFrame } from './node-frames.ts'
import type { NodeStanding } from './node-standing.ts'
import { ownToWake } from './own-to-wake.ts'
import { noAnswer, type Peer } from './peer.ts'
import { Peers } from './peers.ts'
import { type AskCounts, Router } from './router.ts'
import { Subscriptions } from './subscriptions.ts'

export interface ClusterOptions extends Omit<LocalEngineOptions, 'ask'> {
  readonly placement: Placement
  readonly network: Network
  /** Shared with the hosts, which `open` starts. */
  readonly standing: NodeStanding
  /** Of the cluster, the same for all nodes: the id of its database. */
  readonly clusterId: string
  /** All nodes have the same; it never leaves the process. */
  readonly secret: string
  readonly version: string
  /** Answers other nodes (`askDesk`). Default: it is away. */
  readonly guestDesk?: Desk
  /**
   * True: a member is out of reach or late, so what caches hold may be stale: ask the database. False: all
   * are heard of again. What was cached before may have been missed: forget it.
   */
  readonly cut?: (isCut: boolean) => void
}

export interface ClusterEngine extends Engine {
  /**
   * Joins the cluster: shards and their actors come. Once.
   * @throws {Error} the node may not join
   */
  join(): Promise<void>
  /**
   * Has everything arrived that other nodes announced more than `linkLateMs` ago? A cheap look, exact also in
   * a process that has just been woken.
   */
  readonly isCurrent: boolean
  /**
   * Asks the desk of another node that answers nodes (`guestDesk`).
   * @param incarnation of the other node. @returns JSON text
   * @throws {Failure} the desk's refusal; `overloaded`; `unavailable`: there is no link (`links`), or its
   * answer did not come
   */
  askDesk(incarnation: number, message: unknown, timeoutMs: number): Promise<string>
  /** What forwards, by the incarnation of the other node: is there a link? */
  readonly links: ReadonlyMap<number, boolean>
  /** How many asks stayed here, and how many went to another node. */
  readonly asks: AskCounts
}

const everyShard = Array.from({ length: shardCount }, (_, shard) => shard)

/**
 * Starts hosts and links. The node has no actors until `join`: whoever starts a process joins last, since a
 * member whose main thread loads modules for seconds would be taken for dead.
 * @throws {Error} a host does not start, the address is taken
 */
export async function startClusterEngine(options: ClusterOptions): Promise<ClusterEngine> {
  const node = new ClusterNode(options)
  try {
    await node.start()
  } catch (error) {
    await node.stop().catch(() => {})
    throw error
  }
  return node
}

class ClusterNode implements ClusterEngine {
  readonly system: ActorSystem
  readonly #options: ClusterOptions
  readonly #clock: Clock
  readonly #hosts: System
  readonly #peers: Peers
  readonly #router: Router
  readonly #subscriptions: Subscriptions
  readonly #guests: GuestWork
  #isCut = false
  #hasJoined = false
  #callOffWatch = () => {}

  constructor(options: ClusterOptions) {
    const { placement, standing, log, clock = systemClock, network, secret } = options
    this.#options = options
    this.#clock = clock
    const isOwn = (shard: number) => standing.hasShard(shard)
    this.#hosts = new System({
      ...options,
      ask: (address, payload, asked) => this.#router.ask(address, payload, asked),
      toWake: ownToWake(options.toWake, address => standing.owns(address)),
      changed: what => {
        options.changed?.(what)
        this.#peers.sendAll({ type: 'changed' }, JSON.stringify(what))
      },
      told: what => {
        options.told?.(what)
        this.#peers.sendAll({ type: 'told' }, JSON.stringify(what))
      },
    })
    this.#peers = new Peers({
      ...{ network, clock, log, secret },
      identity: () => {
        const { clusterId: cluster, version } = options
        return { cluster, version, incarnation: placement.incarnation }
      },
      frame: (peer, head, payload) => this.#take(peer, head, payload),
      changed: peer => this.#linkChanged(peer),
      stranger: () => void this.#router.refresh().then(() => this.#follow()),
    })
    const peers = this.#peers
    const here = this.#hosts.askText.bind(this.#hosts)
    this.#router = new Router({
      ...{ placement, peers, isOwn, here, clock },
      endWaitsHere: () => this.#hosts.endWaits(),
    })
    const refresh = () => this.#router.refresh()
    const subscribe = this.#hosts.subscribe.bind(this.#hosts)
    this.#subscriptions = new Subscriptions({ placement, peers, isOwn, here: subscribe, refresh, clock })
    const askAsGuest: AskText = (address, payload, asked) =>
      here(address, payload, { ...asked, isGuest: true })
    const { guestDesk: desk = deskAway } = options
    this.#guests = new GuestWork({ placement, isOwn, refresh, ask: askAsGuest, desk, subscribe, log })
    this.system = {
      ask: (address, message, asked) => this.#router.ask(address, JSON.stringify(message), asked),
      subscribe: this.#subscriptions.subscribe,
      isNear: address => standing.owns(address),
      invalidate: what => {
        this.#hosts.invalidate(what)
        this.#peers.sendAll({ type: 'changed' }, JSON.stringify(what))
      },
    }
  }

  async start(): Promise<void> {
    await this.#hosts.start()
    await this.#peers.start()
  }

  async join(): Promise<void> {
    await this.#options.placement.start(this.#events())
    this.#follow()
    this.#hasJoined = true
    this.#watchLinks()
  }

  get isReady(): boolean {
    return this.#hasJoined && this.#hosts.isReady && this.#options.placement.isAlive
  }

  get load() {
    return this.#hosts.load
  }

  get isCurrent(): boolean {
    return this.#peers.isCurrent
  }

  get links(): ReadonlyMap<number, boolean> {
    return new Map([...this.#peers.all].map(peer => [peer.member.incarnation, peer.isUp]))
  }

  async askDesk(incarnation: number, message: unknown, timeoutMs: number): Promise<string> {
    const peer = this.#peers.at(incarnation)
    const asked = {
      address: deskAddress,
      until: 'decided',
      fresh: false,
      epoch: 0,
      leftMs: timeoutMs,
    } as const
    try {
      if (peer === undefined) throw new Moved()
      return await peer.ask({ ...asked, payload: JSON.stringify(message) })
    } catch (error) {
      if (error instanceof Moved) throw noAnswer()
      throw error
    }
  }

  get asks(): AskCounts {
    return this.#router.asks
  }

  unfence(): void {
    this.#hosts.unfence()
  }

  endWaits(): void {
    this.#router.endWaits()
  }

  async stop(): Promise<void> {
    const { placement, stopWithinMs = 10_000, close } = this.#options
    // Asks are answered and sent on until the last shard has left.
    await placement.stop(stopWithinMs)
    this.#hasJoined = false
    this.#callOffWatch()
    this.#router.stop()
    this.#subscriptions.stop()
    await this.#hosts.stop(stopWithinMs)
    await this.#peers.stop()
    await close?.()
  }

  #events(): PlacementEvents {
    const { placement, standing } = this.#options
    return {
      renewed: deadline => {
        standing.renew(deadline)
        if (deadline === -Infinity || standing.incarnation === placement.incarnation) return
        standing.incarnation = placement.incarnation
        this.#follow()
      },
      gained: shards => {
        standing.mark(shards, true)
        const gained = new Set(shards)
        this.#hosts.gained(address => gained.has(shardOf(address)))
        this.#follow()
      },
      release: async shards => {
        standing.mark(shards, false)
        await this.#hosts.release(shards)
        this.#guests.released(new Set(shards))
      },
      lost: async () => {
        standing.renew(-Infinity)
        standing.mark(everyShard, false)
        this.#peers.follow([])
        await this.#hosts.lost()
        this.#subscriptions.review()
      },
      moved: () => this.#follow(),
      lapsed: () => {},
    }
  }

  /** Owners or members may have changed. */
  #follow(): void {
    this.#peers.follow(this.#options.placement.members)
    this.#subscriptions.review()
    this.#router.changed()
    this.#noteCut()
  }

  #linkChanged(peer: Peer): void {
    if (!peer.isUp) this.#guests.left(peer)
    this.#subscriptions.review()
    this.#router.changed()
    this.#noteCut()
  }

  #take(peer: Peer, head: NodeFrame, payload: string): void {
    switch (head.type) {
      case 'ask':
        return void this.#guests.ask(peer, head, payload)
      case 'watch':
        return this.#guests.watch(peer, head.address)
      case 'unwatch':
        return this.#guests.unwatch(peer, head.address)
      case 'unwatched':
        return this.#subscriptions.unwatched(peer, head.address)
      case 'entry': {
        const { address, seq, at } = head
        return this.#subscriptions.receive(peer, address, { address, seq, at, body: payload })
      }
      case 'missed':
        return this.#subscriptions.receive(peer, head.address, null)
      case 'changed': {
        const what: unknown = JSON.parse(payload)
        this.#options.changed?.(what)
        return this.#hosts.invalidate(what)
      }
      case 'told':
        return this.#options.told?.(JSON.parse(payload))
      case 'reply':
      case 'refused':
      case 'moved':
      case 'beat':
        return
    }
  }

  /** Links may be late without an event. */
  #watchLinks(): void {
    this.#noteCut()
    this.#callOffWatch = this.#clock.after(bounds.linkBeatMs, () => this.#watchLinks())
  }

  #noteCut(): void {
    const isCut = !this.#peers.isCurrent
    if (isCut === this.#isCut) return
    this.#isCut = isCut
    this.#hosts.invalidate({ type: 'cut', isCut })
    this.#options.cut?.(isCut)
  }
}
