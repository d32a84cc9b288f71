// troupe keys: list, create, revoke, rotate. A new key is shown once, alone on standard output.
import { randomUUID } from 'node:crypto'
import type { ApiKey, CreatedApiKey } from '../../domain/people/api-key.ts'
import { type Scope, scopes } from '../../domain/people/permissions.ts'
import type { Context } from '../context.ts'
import { exitCodes, UsageError } from '../exit-codes.ts'
import { moment, table } from '../output.ts'

export async function listKeys(context: Context): Promise<number> {
  const troupe = await context.connect()
  const found: ApiKey[] = []
  for await (const each of troupe.pages('GET /api/v1/apikeys', { query: { limit: 100 } })) found.push(each)
  const rows = found.map(key => [
    key.id,
    key.name,
    key.prefix,
    key.scopes.join(','),
    moment(key.lastUsedAt),
    moment(key.expiresAt),
  ])
  context.output.result(found, table(['ID', 'NAME', 'PREFIX', 'SCOPES', 'LAST USED', 'EXPIRES'], rows))
  return exitCodes.ok
}

export interface CreateKeyOptions {
  readonly scopes?: string
  readonly expiresDays?: string
}

export async function createKey(context: Context, name: string, options: CreateKeyOptions): Promise<number> {
  const body = { name, ...parseScopes(options.scopes), ...parseExpiry(options.expiresDays) }
  const troupe = await context.connect()
  const created = await troupe('POST /api/v1/apikeys', { body, idempotencyKey: randomUUID() })
  return tellKey(context, created)
}

export async function revokeKey(context: Context, id: string): Promise<number> {
  const troupe = await context.connect()
  const deleted = await troupe('DELETE /api/v1/apikeys/:id', { params: { id } })
  context.output.result(deleted, [`${id} is revoked`])
  return exitCodes.ok
}

export async function rotateKey(
  context: Context,
  id: string,
  options: { readonly grace?: string },
): Promise<number> {
  const graceSeconds = wholeNumber('--grace', options.grace ?? '0')
  const troupe = await context.connect()
  return tellKey(
    context,
    await troupe('POST /api/v1/apikeys/:id/rotate', { params: { id }, body: { graceSeconds } }),
  )
}

function tellKey({ output }: Context, created: CreatedApiKey): number {
  output.say(`${created.id}: keep this key, it is not shown again`)
  output.result(created, [created.key])
  return exitCodes.ok
}

function parseScopes(text: string | undefined): { scopes?: Scope[] } {
  if (text === undefined) return {}
  const asked = text.split(',').map(each => each.trim()) as Scope[]
  if (asked.every(each => scopes.includes(each))) return { scopes: asked }
  throw new UsageError(`--scopes: expected some of ${scopes.join(', ')}`)
}

function parseExpiry(days: string | undefined): { expiresAt?: number } {
  if (days === undefined) return {}
  return { expiresAt: Date.now() + wholeNumber('--expires-days', days) * 86_400_000 }
}

function wholeNumber(option: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new UsageError(`${option}: expected a whole number`)
}
