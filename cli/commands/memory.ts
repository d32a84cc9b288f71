// troupe memory: what workflows keep between runs.
import { randomUUID } from 'node:crypto'
import type { MemoryEntry, SharedMemory } from '../../domain/memory/shared-memory.ts'
import { shownJson } from '../../domain/shown/shown.ts'
import type { Context } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import { moment, table } from '../output.ts'
import { findWorkflow } from '../workflow-reference.ts'

export interface ListOptions {
  /** A part of the key. */
  readonly find?: string
}

export interface ShareOptions {
  /** Ids of workflows, separated by commas. */
  readonly readers?: string
  readonly writers?: string
}

export async function listMemory(
  context: Context,
  reference: string,
  { find }: ListOptions,
): Promise<number> {
  const troupe = await context.connect()
  const { id } = await findWorkflow(troupe, reference)
  const query = { limit: 100, ...(find !== undefined && { q: find }) }
  const found: MemoryEntry[] = []
  for await (const each of troupe.pages('GET /api/v1/workflows/:id/memory', { params: { id }, query }))
    found.push(each)
  const rows = found.map(({ key, kind, value, updatedAt }) => [
    key,
    kind === 'item' ? '(given)' : oneLine(shownJson(value)),
    moment(updatedAt),
  ])
  context.output.result(found, table(['KEY', 'VALUE', 'UPDATED'], rows))
  return exitCodes.ok
}

export async function forgetKey(context: Context, reference: string, key: string): Promise<number> {
  const troupe = await context.connect()
  const { id, name } = await findWorkflow(troupe, reference)
  const removed = await troupe('DELETE /api/v1/workflows/:id/memory/:key', { params: { id, key } })
  context.output.result(removed, [`${name} has forgotten ${key}`])
  return exitCodes.ok
}

export async function clearMemory(context: Context, reference: string): Promise<number> {
  const troupe = await context.connect()
  const { id, name } = await findWorkflow(troupe, reference)
  const cleared = await troupe('DELETE /api/v1/workflows/:id/memory', { params: { id } })
  context.output.result(cleared, [`${name} has forgotten ${cleared.removed} keys`])
  return exitCodes.ok
}

export async function listShared(context: Context): Promise<number> {
  const troupe = await context.connect()
  const found: SharedMemory[] = []
  for await (const each of troupe.pages('GET /api/v1/memory', { query: { limit: 100 } })) found.push(each)
  const rows = found.map(({ name, keys, bytes, readers, writers }) => [
    ...[name, `${keys}`, `${bytes}`],
    ...[allowedText(readers), allowedText(writers)],
  ])
  context.output.result(found, table(['NAME', 'KEYS', 'BYTES', 'READERS', 'WRITERS'], rows))
  return exitCodes.ok
}

export async function createShared(
  context: Context,
  name: string,
  { readers, writers }: ShareOptions,
): Promise<number> {
  const troupe = await context.connect()
  const body = {
    ...{ name, ...(readers !== undefined && { readers: idsIn(readers) }) },
    ...(writers !== undefined && { writers: idsIn(writers) }),
  }
  const created = await troupe('POST /api/v1/memory', { body, idempotencyKey: randomUUID() })
  context.output.result(created, [`plans name it: "memory": "${created.name}"`])
  return exitCodes.ok
}

export async function deleteShared(context: Context, name: string): Promise<number> {
  const troupe = await context.connect()
  const deleted = await troupe('DELETE /api/v1/memory/:name', { params: { name } })
  context.output.result(deleted, [`the memory ${name} is deleted`])
  return exitCodes.ok
}

function allowedText(allowed: SharedMemory['readers']): string {
  return allowed === 'all' ? 'all' : allowed.join(', ')
}

function idsIn(text: string): string[] {
  return text.split(',').flatMap(id => (id.trim() === '' ? [] : [id.trim()]))
}

/** A table has a line for each key. */
function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}
