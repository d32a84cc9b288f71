// What the assistant remembers from one message to the next: the open question, what "it" means, the list
// that "the second one" is of. Bounded JSON, kept by the session.
// 1. What is not as it should be is forgotten: a session of an earlier version goes on without memory.
import { z } from 'zod'
import { type JsonObject, JsonObjectValue } from '../../../domain/json.ts'
import type { Execution } from '../../../domain/work/execution.ts'
import type { Command } from '../../../language/commands.ts'
import { isTooLong } from './execution-words.ts'

export const memoryBounds = {
  items: 20,
  titleLength: 80,
  /** Of the whole, as JSON. */
  sizeBytes: 15_000,
} as const

export const itemKinds = ['workflow', 'execution', 'approval'] as const
const Item = z.object({ kind: z.enum(itemKinds), id: z.string(), title: z.string() })
export type Item = z.infer<typeof Item>

const Kept = z.unknown() as unknown as z.ZodType<Command>

const Question = z.discriminatedUnion('type', [
  /** Which of the options the command means. */
  z.object({ type: z.literal('which'), command: Kept, options: z.array(Item) }),
  /** A value of an input. */
  z.object({ type: z.literal('input'), workflowId: z.string(), values: JsonObjectValue, name: z.string() }),
  /** Shall this be done? */
  z.object({ type: z.literal('confirm'), command: Kept }),
  /** Approve or deny? */
  z.object({ type: z.literal('decide'), id: z.string(), digest: z.string() }),
  /** What a workflow shall do. */
  z.object({ type: z.literal('prompt'), name: z.string().nullable() }),
  /** Words of a prompt that are not understood, with what could be written instead. */
  z.object({
    type: z.literal('draft'),
    prompt: z.string(),
    name: z.string().nullable(),
    span: z.tuple([z.int(), z.int()]).nullable(),
    candidates: z.array(z.string()),
    fixes: z.array(z.object({ title: z.string(), prompt: z.string() })),
  }),
])
export type Question = z.infer<typeof Question>

const Memory = z.object({
  question: Question.nullable(),
  workflowId: z.string().nullable(),
  executionId: z.string().nullable(),
  /** The one that was shown last. */
  approval: z.object({ id: z.string(), digest: z.string() }).nullable(),
  list: z.array(Item),
})
export type Memory = z.infer<typeof Memory>

const empty: Memory = { question: null, workflowId: null, executionId: null, approval: null, list: [] }

export function readMemory(kept: JsonObject): Memory {
  return Memory.safeParse(kept).data ?? empty
}

/** What is too large is left out: first the list, then the question. */
export function writeMemory(memory: Memory): JsonObject {
  const tries: readonly Memory[] = [memory, { ...memory, list: [] }, { ...memory, list: [], question: null }]
  return (tries.find(fits) ?? empty) as unknown as JsonObject
}

function fits(memory: Memory): boolean {
  return Buffer.byteLength(JSON.stringify(memory)) <= memoryBounds.sizeBytes
}

/** Would the question be remembered? */
export function canAsk(question: Question): boolean {
  return fits({ ...empty, question })
}

/** What is spoken of after an execution was shown. One approval that is shown alone is asked about. */
export function spokenOf({ id, workflowId, approvals, status }: Execution): Partial<Memory> {
  const [first, second] = approvals
  const spoken = { executionId: id, workflowId }
  if (status !== 'awaiting_approval' || first === undefined || second !== undefined) return spoken
  const approval = { id: first.id, digest: first.digest }
  // A form is filled in on its card, and what is long is read there.
  const isForWords = first.form === null && !isTooLong(first)
  return { ...spoken, approval, ...(isForWords && { question: { type: 'decide', ...approval } }) }
}

export function itemOf(kind: Item['kind'], id: string, title: string): Item {
  return { kind, id, title: title.slice(0, memoryBounds.titleLength) }
}
