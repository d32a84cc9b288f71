// The memory that one call reads and changes, for the tools in this folder. The hub (rpc/hub.ts) makes one
// for each call; who calls says whose memory it is.
import type { Json } from '../../../domain/json.ts'
import {
  type CallingExecution,
  type MemoryAnswer,
  type MemoryChange,
  type MemoryPlace,
  type MemoryPort,
  type MemoryRefusal,
  memoryBounds,
} from '../../../domain/memory/memory.ts'
import { ToolFailure } from '../tool.ts'

/**
 * @param name of a shared memory; absent: the workflow's own
 * @throws {ToolFailure} `unknown-memory`, `memory-not-allowed`, `no-memory`, `memory-full`, `not-a-number`
 */
export interface CalledMemory {
  /** The value, or null. */
  read(name: string | undefined, key: string): Promise<Json>
  /** Changes nothing. Numbers of the keys that are not kept, from 1. */
  missing(name: string | undefined, keys: readonly string[]): Promise<Json>
  /** The answer of domain/memory/memory.ts. */
  change(name: string | undefined, change: MemoryChange): Promise<Json>
}

export interface CallOfMemory {
  readonly organizationId: string
  readonly execution: CallingExecution | null
  readonly idempotencyKey: string
}

export function calledMemory(port: MemoryPort, call: CallOfMemory): CalledMemory {
  const { organizationId, execution, idempotencyKey: key } = call
  const placeOf = (name: string | undefined): MemoryPlace => ({
    ...{ organizationId, workflowId: execution?.workflowId ?? null, name: name ?? null },
  })
  const ask = async (name: string | undefined, asked: (place: MemoryPlace) => Promise<MemoryAnswer>) => {
    const answer = await asked(placeOf(name))
    if (!answer.ok) throw failureOf(answer.refusal, name ?? null)
    return answer.answer
  }
  return {
    read: (name, key) => ask(name, place => port.read(place, key)),
    missing: (name, keys) => ask(name, place => port.missing(place, keys)),
    change: (name, change) => ask(name, place => port.change(place, { key, execution }, change)),
  }
}

function failureOf(refusal: MemoryRefusal, name: string | null): ToolFailure {
  const memory = name === null ? 'the memory of the workflow' : `the memory "${name}"`
  switch (refusal) {
    case 'unknown':
      return new ToolFailure('unknown-memory', `there is no shared memory "${name}": an admin makes one`)
    case 'refused':
      return new ToolFailure(
        'memory-not-allowed',
        `${memory} is not for this workflow: its settings say which`,
      )
    case 'none': {
      const message = 'only a workflow has a memory of its own: name a shared one in `memory`'
      return new ToolFailure('no-memory', message)
    }
    case 'gone':
      return new ToolFailure('no-memory', 'the workflow was removed, and its memory with it')
    case 'full': {
      const { keys, bytes } = memoryBounds
      const most = `${keys.toLocaleString('en')} keys and ${bytes.toLocaleString('en')} bytes of values`
      return new ToolFailure(
        'memory-full',
        `${memory} is full: it holds ${most}; remove keys, or use another`,
      )
    }
    case 'no-number':
      return new ToolFailure(
        'not-a-number',
        `${memory} keeps no number under this key, or one too large to count on`,
      )
  }
}
