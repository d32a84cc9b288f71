// What workflows keep between runs, for people: the memory of a workflow, and memories that workflows share.
import { z } from 'zod'
import { DeletedSchema } from '../../../domain/deleted.ts'
import { memoryBounds } from '../../../domain/memory/memory.ts'
import {
  ChangeMemory,
  CreateMemory,
  MemoryEntry,
  SharedMemory,
} from '../../../domain/memory/shared-memory.ts'
import type { Caller } from '../../../domain/people/permissions.ts'
import { text } from '../../../domain/text.ts'
import type { IncomingRequest } from '../../exchange.ts'
import { page } from '../../pipeline/reply.ts'
import { route } from '../../pipeline/route.ts'
import { listQuery } from '../../pipeline/validation.ts'

const actorOf = (caller: Caller, request: IncomingRequest) => ({ caller, address: request.clientAddress })

const entryQuery = z.object({
  ...listQuery,
  q: text(1, memoryBounds.keyLength).optional().meta({ description: 'A part of the key' }),
})

const workflowMemoryRoutes = [
  route('GET /api/v1/workflows/:id/memory', {
    summary: 'List what a workflow keeps between runs',
    description: 'By key. Items that `only_new` has given are among it; their keys begin with `item:`.',
    permission: 'workflow:read',
    query: entryQuery,
    returns: z.array(MemoryEntry),
  }).handle(async ({ caller, params, query }, { workflows, sharedMemories }) => {
    const { id } = await workflows.get(caller.organizationId, params.id)
    return page(await sharedMemories.ofWorkflow(caller.organizationId, id, query))
  }),

  route('DELETE /api/v1/workflows/:id/memory/:key', {
    summary: 'Remove a key from the memory of a workflow',
    description: 'The item of a key that begins with `item:` is new to the next run.',
    permission: 'workflow:write',
    returns: z.object({ key: z.string(), deleted: z.literal(true) }),
  }).handle(async ({ caller, params: { id, key } }, { workflows, sharedMemories }) => {
    await workflows.get(caller.organizationId, id)
    await sharedMemories.forget(caller.organizationId, id, key)
    return { key, deleted: true as const }
  }),

  route('DELETE /api/v1/workflows/:id/memory', {
    summary: 'Remove all that a workflow keeps between runs',
    description: 'The next run is like the first one.',
    permission: 'workflow:write',
    returns: z.object({ removed: z.int().meta({ description: 'How many keys it had' }) }),
  }).handle(async ({ caller, params }, { workflows, sharedMemories }) => {
    const { id } = await workflows.get(caller.organizationId, params.id)
    return { removed: await sharedMemories.clear(caller.organizationId, id) }
  }),
]

const sharedMemoryRoutes = [
  route('GET /api/v1/memory', {
    summary: 'List the memories that workflows share',
    permission: 'workflow:read',
    query: z.object(listQuery),
    returns: z.array(SharedMemory),
  }).handle(async ({ caller, query }, { sharedMemories }) =>
    page(await sharedMemories.list(caller.organizationId, query)),
  ),

  route('POST /api/v1/memory', {
    summary: 'Create a memory that workflows share',
    description: 'Plans name it in the argument `memory` of `remember`, `recall`, `only_new` and the like.',
    permission: 'organization:write',
    body: CreateMemory,
    returns: SharedMemory,
    status: 201,
    repeatable: true,
  }).handle(({ caller, body, intent, request }, { sharedMemories }) =>
    sharedMemories.create(actorOf(caller, request), { id: intent.newId('memory'), ...body }),
  ),

  route('GET /api/v1/memory/:name', {
    summary: 'Get a memory that workflows share',
    permission: 'workflow:read',
    returns: SharedMemory,
  }).handle(({ caller, params }, { sharedMemories }) =>
    sharedMemories.get(caller.organizationId, params.name),
  ),

  route('GET /api/v1/memory/:name/keys', {
    summary: 'List what a shared memory holds',
    description: 'By key, as the memory of a workflow.',
    permission: 'workflow:read',
    query: entryQuery,
    returns: z.array(MemoryEntry),
  }).handle(async ({ caller, params, query }, { sharedMemories }) =>
    page(await sharedMemories.entries(caller.organizationId, params.name, query)),
  ),

  route('PUT /api/v1/memory/:name', {
    summary: 'Change which workflows read and write a shared memory',
    description: 'Applies from the next call on. What is absent stays.',
    permission: 'organization:write',
    body: ChangeMemory,
    returns: SharedMemory,
  }).handle(({ caller, params, body, request }, { sharedMemories }) =>
    sharedMemories.change(actorOf(caller, request), params.name, body),
  ),

  route('DELETE /api/v1/memory/:name', {
    summary: 'Delete a shared memory, with all that it holds',
    description: 'Steps that name it fail from then on.',
    permission: 'organization:write',
    returns: DeletedSchema,
  }).handle(async ({ caller, params, request }, { sharedMemories }) => ({
    id: await sharedMemories.remove(actorOf(caller, request), params.name),
    deleted: true,
  })),
]

export const memoryRoutes = [...workflowMemoryRoutes, ...sharedMemoryRoutes]
