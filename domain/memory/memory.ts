// What workflows keep from one run to the next: values, counts, and the items that were given already. The
// tools of rpc/builtin/memory/ ask through this port; storage/memory/ implements it.
// 1. Each workflow has a memory of its own, which all of its versions share; others are shared by name.
// 2. A change is one statement and has one answer: asked again under the same key, it answers the same.
import type { Json } from '../json.ts'

export const memoryBounds = {
  /** Of one memory. */
  keys: 100_000,
  /** Of all values of one memory, as JSON. */
  bytes: 1_048_576,
  /** Of one value, as JSON. */
  valueBytes: 65_536,
  /** Characters of a key. */
  keyLength: 200,
  /** Items of one list. */
  items: 10_000,
  /** Shared memories of one organization. */
  shared: 100,
} as const

/** Which memory, and who asks. */
export interface MemoryPlace {
  readonly organizationId: string
  /** The workflow that asks; null: no workflow does. */
  readonly workflowId: string | null
  /** The name of a shared memory; null: the workflow's own. */
  readonly name: string | null
}

/** The call that changes something. */
export interface MemoryCall {
  /** The same on every attempt. */
  readonly key: string
  readonly execution: CallingExecution | null
}

/** The execution whose step calls a tool. */
export interface CallingExecution {
  readonly id: string
  readonly workflowId: string
  /**
   * The execution at the top, which started the others as steps: it is the run that holds claims. The same
   * as `id` where nobody waits.
   */
  readonly run: string
  /** Where the step stands in that run: the paths of the steps that lead to it. */
  readonly step: string
}

export type MemoryChange =
  | { readonly type: 'set'; readonly key: string; readonly value: string; readonly expiresAt: number | null }
  | { readonly type: 'delete'; readonly key: string }
  | { readonly type: 'compare'; readonly key: string; readonly value: string }
  | { readonly type: 'add'; readonly key: string; readonly by: number }
  /** `holds`: the run holds them until it completes. `keys`: each once. */
  | { readonly type: 'take'; readonly keys: readonly string[]; readonly holds: boolean }

/**
 * Why a memory does not answer. `unknown`: none of that name. `refused`: its settings name other workflows.
 * `none`: nobody's, for no workflow asks. `gone`: the workflow was removed. `full`; `no-number`: what is kept
 * cannot be counted, or no longer.
 */
export type MemoryRefusal = 'unknown' | 'refused' | 'none' | 'gone' | 'full' | 'no-number'

export type MemoryAnswer =
  | { readonly ok: true; readonly answer: Json }
  | { readonly ok: false; readonly refusal: MemoryRefusal }

export interface MemoryPort {
  /** The values of these keys, null where nothing is kept. @throws {Failure} unavailable */
  read(place: MemoryPlace, key: string): Promise<MemoryAnswer>
  /**
   * Changes nothing. The numbers of the keys that are not kept, from 1, in their order.
   * @throws {Failure} unavailable
   */
  missing(place: MemoryPlace, keys: readonly string[]): Promise<MemoryAnswer>
  /**
   * Answers: `set` true; `delete` whether there was something; `compare` `{changed, before}`; `add` the new
   * number; `take` the numbers of the keys that were taken, from 1, in their order.
   * @throws {Failure} unavailable
   */
  change(place: MemoryPlace, call: MemoryCall, change: MemoryChange): Promise<MemoryAnswer>
}
