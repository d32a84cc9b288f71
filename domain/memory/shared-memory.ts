// Memories as the API shows them: what a workflow keeps, and memories that workflows share by name.
import { z } from 'zod'
import { isId } from '../ids.ts'
import { JsonValue } from '../json.ts'
import { memoryBounds } from './memory.ts'

/** The workflows that may; `all`: every workflow, and whoever calls tools without one. */
const Allowed = z
  .union([
    z.literal('all'),
    z
      .array(z.string().refine(id => isId('workflow', id), 'expected the id of a workflow'))
      .max(100)
      .refine(ids => new Set(ids).size === ids.length, 'expected each workflow once'),
  ])
  .meta({ description: '`all`, or the ids of workflows' })
export type Allowed = z.infer<typeof Allowed>

/** How plans name it. */
const MemoryName = z
  .string()
  .regex(/^[a-z][a-z0-9_-]{0,62}$/, 'expected small letters, digits, _ and -, beginning with a letter')
  .meta({ example: 'known_customers' })

export const SharedMemory = z.object({
  name: z.string(),
  readers: Allowed.meta({ description: 'Which workflows may recall' }),
  writers: Allowed.meta({ description: 'Which workflows may change it; `only_new` and the like change it' }),
  keys: z.int().meta({ description: `How many keys it holds, of ${memoryBounds.keys.toLocaleString('en')}` }),
  bytes: z
    .int()
    .meta({ description: `Size of its values as JSON, of ${memoryBounds.bytes.toLocaleString('en')} bytes` }),
  createdAt: z.int(),
  updatedAt: z.int(),
})
export type SharedMemory = z.infer<typeof SharedMemory>

export const CreateMemory = z.strictObject({
  name: MemoryName,
  readers: Allowed.default('all'),
  writers: Allowed.default('all'),
})

export const ChangeMemory = z.strictObject({ readers: Allowed.optional(), writers: Allowed.optional() })

/** What a memory holds under one key. */
export const MemoryEntry = z.object({
  key: z.string().meta({ example: 'last_total' }),
  kind: z.enum(['value', 'item']).meta({ description: '`item`: one that `only_new` has given' }),
  value: JsonValue.meta({ description: 'Null for an item' }),
  executionId: z.string().nullable().meta({
    description: 'The execution that holds the item until it completes; null: it is given for good',
  }),
  updatedAt: z.int(),
  expiresAt: z.int().nullable(),
})
export type MemoryEntry = z.infer<typeof MemoryEntry>
