// A connection: a person has allowed an application (an MCP client) to act for them in one organization, with
// some scopes. The application holds short-lived tokens that work at /rpc of one address of the service.

import { z } from 'zod'
import { openValues } from '../api-marks.ts'
import { scopes as allScopes, type Role, type Scope, scopesOf } from './permissions.ts'

/** What an application may ask for; chat tokens are for web pages and made otherwise. */
export const connectionScopes = ['read', 'write', 'execute', 'admin'] as const satisfies readonly Scope[]
export type ConnectionScope = (typeof connectionScopes)[number]

/** What an application gets that asks for nothing in particular. */
export const usualScopes: readonly ConnectionScope[] = ['read', 'write', 'execute']

const ScopeName = z.enum(allScopes).meta(openValues)

export const Connection = z.object({
  id: z.string(),
  name: z.string().meta({ description: 'What the application calls itself' }),
  host: z.string().meta({
    description: 'Where it lives: the host of its metadata, or the one to which its codes are sent',
    example: 'claude.ai',
  }),
  scopes: z.array(ScopeName),
  audience: z.string().meta({ description: 'The address at which its tokens work' }),
  createdAt: z.int(),
  lastUsedAt: z.int().nullable(),
  expiresAt: z.int().meta({ description: 'It ends then, unless the application renews its tokens before' }),
})
export type Connection = z.infer<typeof Connection>

const Offer = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z
    .array(ScopeName)
    .meta({ description: 'What the application would get there: no more than you may' }),
})

/** What the page shows before somebody decides. */
export const AuthorizationView = z.object({
  client: z.object({ id: z.string(), name: z.string(), host: z.string() }).nullable(),
  returnsTo: z.string().meta({ description: 'The host that gets the answer' }),
  organizations: z.array(Offer),
  redirectTo: z.string().nullable().meta({
    description:
      'Where the application hears what is wrong with its request, for a link: nobody is sent there unasked (RFC 9700, 4.11.2)',
  }),
  refusal: z
    .string()
    .nullable()
    .meta({ description: 'What is wrong with the request; null when there is something to decide' }),
})
export type AuthorizationView = z.infer<typeof AuthorizationView>

/** Characters of the query of an authorization request. */
export const requestLength = 4_000

const request = z
  .string()
  .min(1)
  .max(requestLength)
  .meta({ description: 'The query of the address that the application opened', example: 'client_id=cli_1' })

export const AuthorizationQuery = z.object({ request })

export const AuthorizationDecision = z.object({
  request,
  allow: z.boolean(),
  organizationId: z.string().optional().meta({ description: 'Default: the one that you are signed in to' }),
})
export type AuthorizationDecision = z.infer<typeof AuthorizationDecision>

/**
 * What somebody of a role can give to an application.
 * @param asked when it is nothing in particular, it is the usual scopes
 */
export function grantable(asked: readonly ConnectionScope[], role: Role): ConnectionScope[] {
  const wanted = asked.length === 0 ? usualScopes : asked
  return wanted.filter(scope => scopesOf(role).includes(scope))
}
