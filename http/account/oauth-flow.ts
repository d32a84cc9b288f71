// The state of a sign-in that a browser carries from its beginning to its end: state, nonce and verifier, in
// a cookie that only this server can read (encrypted, JWE). It is valid for one provider, ten minutes, once.
import { hash, randomBytes } from 'node:crypto'
import { EncryptJWT, errors, jwtDecrypt } from 'jose'
import { z } from 'zod'
import { Failure } from '../../domain/failure.ts'
import type { Flow } from '../../rpc/sign-in/sign-in-provider.ts'
import type { Spent } from '../../storage/requests/spent.ts'
import type { IncomingRequest } from '../exchange.ts'
import type { ReplyHeaders } from '../pipeline/reply.ts'
import type { DeriveSecret } from './derived-secrets.ts'
import { readCookie } from './session-cookie.ts'

export interface OauthFlows {
  /** Begins a sign-in. Returns it with the header that sets the cookie. */
  begin(provider: string): Promise<{ flow: Flow; headers: ReplyHeaders }>
  /**
   * The sign-in of a browser that comes back; it cannot come back again.
   * @throws {Failure} bad-request
   */
  take(provider: string, request: IncomingRequest): Promise<Flow>
  /** Header that removes the cookie. */
  readonly removal: ReplyHeaders
}

const lifetimeS = 600
const random = () => randomBytes(32).toString('base64url')

const Carried = z.object({
  provider: z.string(),
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  exp: z.int(),
})

export interface OauthFlowParts {
  readonly deriveSecret: DeriveSecret
  /** Origin of the service. */
  readonly appUrl: string
  readonly spent: Spent
}

export function createOauthFlows({ deriveSecret, appUrl, spent }: OauthFlowParts): OauthFlows {
  const secret = deriveSecret('sign-ins under way')
  const isSecure = appUrl.startsWith('https:')
  const name = isSecure ? '__Secure-troupe-sign-in' : 'troupe-sign-in'
  const path = `Path=/api/v1/auth/oauth; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  const headers = (value: string, ageS: number) => ({
    'Set-Cookie': `${name}=${value}; Max-Age=${ageS}; ${path}`,
  })

  return {
    async begin(provider) {
      const flow = { state: random(), nonce: random(), codeVerifier: random() }
      const sealed = await new EncryptJWT({ ...flow, provider })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setExpirationTime(`${lifetimeS}s`)
        .encrypt(secret)
      return { flow, headers: headers(sealed, lifetimeS) }
    },

    async take(provider, request) {
      const cookie = readCookie(request, name)
      const said = new URLSearchParams(request.query).getAll('state')
      if (cookie === null || said.length !== 1) throw invalidState()
      const carried = await openCookie(cookie, secret)
      if (carried.provider !== provider || carried.state !== said[0]) throw invalidState()
      const { state, nonce, codeVerifier, exp } = carried
      // A copy of the cookie cannot be used again.
      const isFirst = await spent.spend(`sign-in/${hash('sha256', state, 'base64url')}`, exp * 1_000)
      if (!isFirst) throw invalidState()
      return { state, nonce, codeVerifier }
    },

    removal: headers('', 0),
  }
}

async function openCookie(cookie: string, secret: Uint8Array): Promise<z.infer<typeof Carried>> {
  try {
    const options = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] }
    const { payload } = await jwtDecrypt(cookie, secret, options)
    return Carried.parse(payload)
  } catch (cause) {
    if (cause instanceof errors.JOSEError || cause instanceof z.ZodError) throw invalidState()
    throw cause
  }
}

function invalidState(): Failure {
  return new Failure(
    'bad-request',
    'state: this browser did not begin this sign-in, or it has expired or was used: sign in again',
  )
}
