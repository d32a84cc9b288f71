// Which key of its ring a node of a cluster seals with. Nodes get a new master key one after another, and
// what one seals all must open: a node seals with its newest key that every member has.
// 1. Members announce the ids of their keys when they join (storage/placement/), in the order of their rings.
// 2. Who lacks a key that some member may seal with does not join: so no key that is in use becomes unknown
//    to a member.
// 3. Hosts seal too, so the place of the key in the ring is in memory that all threads share. In a cluster
//    the ring comes from the environment and does not change while the process runs.
import type { Member } from '../../runtime/placement/placement.ts'

/** What a member has told of its keys; nothing when its version does not say. */
export type Announced = Pick<Member, 'keys'>

/** The key that a node with this ring seals with; null: none of its keys is known to be with all. */
export function sealingKey(ring: readonly string[], members: readonly Announced[]): string | null {
  return ring.find(id => members.every(({ keys }) => keys?.includes(id))) ?? null
}

/** Keys that some member may seal with. */
export function keysInUse(members: readonly Announced[]): string[] {
  const used = members.map(({ keys }) => (keys == null ? null : sealingKey(keys, members)))
  return [...new Set(used.filter(id => id !== null))]
}

export class SealingKey {
  readonly shared: SharedArrayBuffer
  readonly #index: Int32Array

  /** That seals the check row of the database, which every node has opened; null: the newest. */
  #checked: string | null = null

  /** @param shared of the main thread. Default: the newest key seals */
  constructor(shared = new SharedArrayBuffer(4)) {
    this.shared = shared
    this.#index = new Int32Array(shared)
  }

  /** Place in the ring. */
  get index(): number {
    return Atomics.load(this.#index, 0)
  }

  /** Until a node has joined, and beside one that does not say what it has. @param checked id of a key */
  begin(checked: string, ring: readonly string[]): void {
    this.#checked = checked
    this.#use(checked, ring)
  }

  /** These are there. */
  follow(members: readonly Announced[], ring: readonly string[]): void {
    this.#use(sealingKey(ring, members) ?? this.#checked, ring)
  }

  #use(id: string | null, ring: readonly string[]): void {
    Atomics.store(this.#index, 0, id === null ? 0 : Math.max(0, ring.indexOf(id)))
  }
}
