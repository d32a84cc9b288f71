// Memories of workflows that answer as PostgreSQL does (storage/memory/memories.ts): the same contract holds
// both, test/contracts/memory.ts. Each call is done at once. Who may read and write is not modelled.
import type { Json } from '../../../domain/json.ts'
import {
  type MemoryAnswer,
  type MemoryCall,
  type MemoryChange,
  type MemoryPlace,
  type MemoryPort,
  type MemoryRefusal,
  memoryBounds,
} from '../../../domain/memory/memory.ts'
import type { ExecutionStatus } from '../../../domain/work/execution.ts'

/** What memories ask of the rows of executions. */
export type AttemptOf = (
  id: string,
) => { readonly status: ExecutionStatus; readonly forkedFrom: string | null } | undefined

export interface KeptKey {
  /** JSON; null: an item that was given. */
  readonly value: string | null
  readonly expiresAt: number | null
  readonly run: string | null
  readonly step: string | null
}

interface Memory {
  readonly keys: Map<string, KeptKey>
  /** By the key of the call. */
  readonly answers: Map<string, Json>
}

const given: KeptKey = { value: null, expiresAt: null, run: null, step: null }

export class Memories implements MemoryPort {
  readonly #now: () => number
  readonly #attemptOf: AttemptOf
  readonly #memories = new Map<string, Memory>()

  constructor(now: () => number, attemptOf: AttemptOf) {
    this.#now = now
    this.#attemptOf = attemptOf
  }

  /** What is kept. */
  keysOf(place: MemoryPlace): ReadonlyMap<string, KeptKey> {
    return this.#memoryOf(place)?.keys ?? new Map()
  }

  async read(place: MemoryPlace, key: string): Promise<MemoryAnswer> {
    const memory = this.#memoryOf(place)
    if (memory === null) return refused('none')
    const value = memory.keys.get(key)?.value ?? null
    return { ok: true, answer: value === null ? null : JSON.parse(value) }
  }

  async missing(place: MemoryPlace, keys: readonly string[]): Promise<MemoryAnswer> {
    const memory = this.#memoryOf(place)
    return memory === null
      ? refused('none')
      : { ok: true, answer: numbersOf(keys, key => !memory.keys.has(key)) }
  }

  async change(place: MemoryPlace, call: MemoryCall, change: MemoryChange): Promise<MemoryAnswer> {
    const memory = this.#memoryOf(place)
    if (memory === null) return refused('none')
    const before = memory.answers.get(call.key)
    if (before !== undefined) return { ok: true, answer: before }
    const answer = change.type === 'take' ? this.#take(memory, call, change) : one(memory, change)
    if (answer.ok) memory.answers.set(call.key, answer.answer)
    return answer
  }

  /** Without what has expired. Null: nobody's. */
  #memoryOf({ organizationId, workflowId, name }: MemoryPlace): Memory | null {
    if (name === null && workflowId === null) return null
    const id = JSON.stringify([organizationId, name === null ? workflowId : null, name])
    const memory = this.#memories.get(id) ?? { keys: new Map(), answers: new Map() }
    this.#memories.set(id, memory)
    for (const [key, { expiresAt }] of memory.keys)
      if (expiresAt !== null && expiresAt <= this.#now()) memory.keys.delete(key)
    return memory
  }

  #take(
    { keys: kept }: Memory,
    { execution }: MemoryCall,
    { keys, holds }: Extract<MemoryChange, { type: 'take' }>,
  ): MemoryAnswer {
    const earlier = execution === null ? new Set<string>() : this.#attemptsBefore(execution.run)
    const isMine = (key: string) => {
      const { run, step } = kept.get(key)!
      return run !== null && earlier.has(run) && step === execution!.step
    }
    const taken = keys.filter(key => !kept.has(key) || isMine(key))
    const fresh = taken.filter(key => !kept.has(key))
    if (kept.size + fresh.length > memoryBounds.keys) return refused('full')
    const held = { run: execution?.run ?? null, step: execution?.step ?? null }
    for (const key of taken) kept.set(key, { ...given, ...(holds && held) })
    const all = new Set(taken)
    return { ok: true, answer: numbersOf(keys, key => all.has(key)) }
  }

  /** Runs that failed or were cancelled, and were retried up to this one. */
  #attemptsBefore(run: string): ReadonlySet<string> {
    const found = new Set<string>()
    let id = this.#attemptOf(run)?.forkedFrom ?? null
    while (id !== null) {
      const attempt = this.#attemptOf(id)
      if (attempt?.status !== 'failed' && attempt?.status !== 'cancelled') break
      found.add(id)
      id = attempt.forkedFrom
    }
    return found
  }
}

/** One value: `set`, `delete`, `compare`, `add`. */
function one({ keys }: Memory, change: Exclude<MemoryChange, { type: 'take' }>): MemoryAnswer {
  const before = keys.get(change.key)
  if (change.type === 'delete') {
    keys.delete(change.key)
    return { ok: true, answer: before !== undefined }
  }
  const value = change.type === 'add' ? sumOf(before, change.by) : change.value
  if (value === null) return refused('no-number')
  const isThere = before !== undefined
  const bytes = bytesOf(keys) + bytesIn(value) - bytesIn(before?.value)
  if (bytes > memoryBounds.bytes || keys.size + (isThere ? 0 : 1) > memoryBounds.keys) return refused('full')
  const expiresAt = change.type === 'set' ? change.expiresAt : null
  keys.set(change.key, {
    ...given,
    value,
    expiresAt: change.type === 'add' ? (before?.expiresAt ?? null) : expiresAt,
  })
  if (change.type === 'set') return { ok: true, answer: true }
  if (change.type === 'add') return { ok: true, answer: JSON.parse(value) }
  const last = before?.value ?? null
  return { ok: true, answer: { changed: last !== value, before: last === null ? null : JSON.parse(last) } }
}

/** Null: it cannot be counted. */
function sumOf(before: KeptKey | undefined, by: number): string | null {
  const number = before?.value == null ? 0 : JSON.parse(before.value)
  if (typeof number !== 'number' || Math.abs(number + by) > Number.MAX_SAFE_INTEGER) return null
  return JSON.stringify(number + by)
}

function bytesOf(keys: ReadonlyMap<string, KeptKey>): number {
  return [...keys.values()].reduce((sum, { value }) => sum + bytesIn(value), 0)
}

function bytesIn(text: string | null | undefined): number {
  return text == null ? 0 : Buffer.byteLength(text)
}

/** From 1. */
function numbersOf(keys: readonly string[], isMeant: (key: string) => boolean): number[] {
  return keys.flatMap((key, index) => (isMeant(key) ? [index + 1] : []))
}

function refused(refusal: MemoryRefusal): MemoryAnswer {
  return { ok: false, refusal }
}
