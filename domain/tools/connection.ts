// A connection: the consent that a person gave at the authorization server of a tool server (OAuth 2.1), for
// the organization or for themselves, and the tokens that came of it. Tokens are sealed
// (storage/tool-servers/connections.ts) and never leave over HTTP. This file has the shapes, and the one rule
// which of a server's connections a request carries.
import { z } from 'zod'
import { text } from '../text.ts'

export const connectionBounds = {
  /** From the consent page back to us. */
  flowMs: 600_000,
  /** Of an organization, at the same time. */
  flows: 200,
} as const

/**
 * In every sentence about a server that consent would open; people read it, and clients by `wantsConnection`.
 */
export const chooseConnect = 'choose Connect'

/** As it leaves over HTTP. */
export const ServerConnection = z.object({
  id: z.string(),
  userId: z.string().nullable().meta({ description: 'Null: it is the connection of the organization' }),
  status: z.enum(['connected', 'needs_rights', 'failed']).meta({
    description: '`needs_rights`: it works, but the server refused a call for the scopes in `wantedScope`',
  }),
  error: z.string().nullable().meta({ description: 'Why it has ended, and what to do; null while it works' }),
  issuer: z.string().meta({ example: 'https://auth.example.com' }),
  scope: z.string().nullable(),
  wantedScope: z.string().nullable().meta({
    description: 'Scopes that the server asked for and it lacks; connecting again asks for them, too',
  }),
  expiresAt: z.int().nullable().meta({ description: 'Of the access token, which is renewed before' }),
  createdAt: z.int(),
})
export type ServerConnection = z.infer<typeof ServerConnection>

const visible = /^[\x21-\x7e]+$/

/** Without a client, one is registered at the authorization server. */
export const Connect = z
  .object({
    clientId: text(1, 2_048).regex(visible, 'expected visible ASCII characters').optional(),
    clientSecret: text(1, 8_192)
      .regex(/^[\x20-\x7e]+$/, 'expected visible ASCII characters')
      .optional(),
    scope: text(1, 2_000)
      .regex(
        /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/,
        'expected scopes with one space between',
      )
      .optional(),
  })
  .refine(
    ({ clientId, clientSecret }) => clientSecret === undefined || clientId !== undefined,
    'expected a clientId with the clientSecret',
  )
  .optional()
export type Connect = z.infer<typeof Connect>

/** A person's own connection is made with the client that an admin has given. */
export const ConnectMe = z.object({}).optional()

export const Connecting = z.object({
  authorizationUrl: z.string().meta({
    description: 'Open it in the browser that made this request: it holds the cookie that the way back needs',
    example: 'https://auth.example.com/authorize?client_id=x',
  }),
  expiresAt: z.int(),
})
export type Connecting = z.infer<typeof Connecting>

/** What a sender needs to know of a server's connections. */
export interface KnownConnection {
  readonly id: string
  readonly userId: string | null
  readonly error: string | null
}

/**
 * The connection that a request carries: that of the user for whom it is made, else that of the organization.
 * One that has failed is not passed over: nobody's work is done in another's name because a token has ended.
 */
export function connectionFor(
  connections: readonly KnownConnection[],
  userId: string | null,
): KnownConnection | null {
  const of = (owner: string | null) => connections.find(connection => connection.userId === owner)
  return (userId === null ? undefined : of(userId)) ?? of(null) ?? null
}

/** The one that lists tools: one that works, the organization's first, then the oldest of the members. */
export function listingConnection(connections: readonly KnownConnection[]): KnownConnection | null {
  const working = connections.filter(({ error }) => error === null)
  const candidates = working.length > 0 ? working : connections
  return connectionFor(candidates, null) ?? candidates[0] ?? null
}

/**
 * What to ask a person for: the scopes of the server, and once one was missing also those that the connection
 * has and lacks.
 */
export function scopeToAsk(
  offered: string | null,
  held: Pick<ServerConnection, 'scope' | 'wantedScope'> | null,
): string | null {
  if (held === null || held.wantedScope === null) return offered
  const all = [offered, held.scope, held.wantedScope].flatMap(scopes => scopes?.split(' ') ?? [])
  return [...new Set(all.filter(scope => scope !== ''))].join(' ')
}
