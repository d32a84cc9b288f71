// Identifiers: TypeIDs, made of a kind's prefix, `_` and the 26 base32 characters of a UUIDv7. They are in
// the order of time, so a new row lands at the right edge of its index and "newest first" is "greatest id
// first". Call newId to make a row; ask isId about every id that comes from outside.
import { createHash } from 'node:crypto'
import { TypeID, typeidUnboxed } from 'typeid-js'

export const prefixes = {
  workflow: 'wf',
  workflowVersion: 'wfv',
  execution: 'exec',
  bulk: 'bulk',
  approval: 'apr',
  schedule: 'sch',
  trigger: 'trg',
  credential: 'cred',
  credentialUse: 'use',
  apiKey: 'key',
  webhook: 'wh',
  delivery: 'dlv',
  event: 'evt',
  organization: 'org',
  team: 'team',
  user: 'user',
  session: 'sess',
  invitation: 'inv',
  auditEntry: 'aud',
  mail: 'mail',
  resetRequest: 'reset',
  signUp: 'sup',
  chat: 'chat',
  message: 'msg',
  grant: 'grant',
  connection: 'con',
  oauthClient: 'cli',
  notification: 'ntf',
  marketplaceTool: 'tool',
  marketplaceSource: 'src',
  toolServer: 'srv',
  toolResult: 'res',
  subscription: 'sub',
  serverConnection: 'conn',
  memory: 'mem',
} as const

export type IdKind = keyof typeof prefixes

/**
 * A new identifier of a kind, for example `wf_01h455vb4pex5vsknk084sn02q`. Ids of one process and one
 * millisecond are in no particular order.
 * @see https://github.com/jetify-com/typeid/tree/main/spec (TypeID 0.3), RFC 9562 (UUIDv7)
 */
export function newId(kind: IdKind): string {
  return typeidUnboxed(prefixes[kind])
}

const suffixPattern = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/

/** Is this text an identifier of the kind? Says nothing about whether it exists. */
export function isId(kind: IdKind, text: string): boolean {
  const prefix = prefixes[kind]
  return text.startsWith(`${prefix}_`) && suffixPattern.test(text.slice(prefix.length + 1))
}

/** The kind that an identifier's prefix names, or null. */
export function kindOf(id: string): IdKind | null {
  return kindByPrefix.get(id.slice(0, id.lastIndexOf('_'))) ?? null
}

const kindByPrefix = new Map<string, IdKind>(
  Object.entries(prefixes).map(([kind, prefix]) => [prefix, kind as IdKind]),
)

/**
 * An identifier that follows from a text: the same for the same text, on every attempt and after every
 * restart. It takes its time from `near`, so it lands beside that id in an index.
 */
export function derivedId(kind: IdKind, seed: string, near: string): string {
  return deriveId(kind, seed, TypeID.fromString(near).toUUIDBytes().subarray(0, 6))
}

/** The same with a time of its own. @param at Unix ms */
export function derivedIdAt(kind: IdKind, seed: string, at: number): string {
  const time = Buffer.alloc(6)
  time.writeUIntBE(at, 0, 6)
  return deriveId(kind, seed, time)
}

/** @param time the first 48 bits of a UUIDv7: Unix ms */
function deriveId(kind: IdKind, seed: string, time: Uint8Array): string {
  const bytes = createHash('sha256').update(seed).digest().subarray(0, 16)
  bytes.set(time)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return TypeID.fromUUIDBytes(prefixes[kind], bytes).toString()
}

/** When the identifier was made, Unix ms. */
export function timeOf(id: string): number {
  return Buffer.from(TypeID.fromString(id).toUUIDBytes()).readUIntBE(0, 6)
}

/** A bound below every identifier of the kind that is made at this time or later. @param at Unix ms */
export function earliestIdAt(kind: IdKind, at: number): string {
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(at, 0, 6)
  return TypeID.fromUUIDBytes(prefixes[kind], bytes).toString()
}
