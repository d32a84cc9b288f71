// troupe login, logout: the identity of the command line. A key or password is never an argument, because
// others on the machine could see it.
import { createClient } from '../../http/client.ts'
import type { Context } from '../context.ts'
import { defaultUrl, type Kept } from '../credentials.ts'
import { exitCodes, UsageError } from '../exit-codes.ts'
import { ask, askSecret, choose } from '../questions.ts'

export interface LoginOptions {
  readonly url?: string
  readonly email?: string
  /** Read the API key from standard input. */
  readonly withKey?: boolean
}

export async function login(context: Context, options: LoginOptions): Promise<number> {
  const { output, credentials, variables } = context
  const url = await addressOf(context, options)
  const kept = await identify(context, url, options)
  const token = 'apiKey' in kept ? kept.apiKey : kept.token
  const profile = await createClient({ baseUrl: url, token })('GET /api/v1/auth/me')
  await credentials.write(kept)
  output.result(profile, [
    `logged in at ${url} as ${profile.email} (${profile.role} of ${profile.organization.name})`,
  ])
  if (variables['TROUPE_API_KEY']) output.say('TROUPE_API_KEY is set, and is used instead of this login')
  return exitCodes.ok
}

export async function logout({ output, credentials }: Context): Promise<number> {
  const kept = await credentials.read()
  // Ends the session at the service. When that cannot be reached, the login here is deleted all the same.
  if (kept !== null && 'token' in kept) {
    const token = await credentials.token().catch(() => null)
    const troupe = createClient({ baseUrl: kept.url, token, retries: { attempts: 1 } })
    await troupe('POST /api/v1/auth/logout').catch((error: Error) =>
      output.say(`the session could not be ended at the service: ${error.message}`),
    )
  }
  const wasThere = await credentials.forget()
  output.result({ loggedOut: wasThere }, [wasThere ? 'logged out' : 'you were not logged in'])
  return exitCodes.ok
}

async function addressOf(context: Context, { url }: LoginOptions): Promise<string> {
  const known = url ?? context.variables['TROUPE_URL']
  const here = defaultUrl(context.variables)
  const said = known ?? (context.isInteractive ? await ask('Address', here) : here)
  try {
    const { origin, protocol } = new URL(said)
    if (/^https?:$/.test(protocol)) return origin
  } catch {}
  throw new UsageError(`--url ${said}: expected http://... or https://...`)
}

async function identify(context: Context, url: string, { email, withKey }: LoginOptions): Promise<Kept> {
  if (withKey) return { url, apiKey: (await context.readInput()).trim() }
  if (email !== undefined && !context.isInteractive)
    return byPassword(url, email, (await context.readInput()).trim())
  if (!context.isInteractive) {
    throw new UsageError(
      'expected --with-key (and the key on standard input) or --email (and the password on standard input)',
    )
  }
  const ways = { password: 'E-mail and password', key: 'API key' }
  const way = email === undefined ? await choose('Log in with', ways) : 'password'
  if (way === 'key') return { url, apiKey: (await askSecret('API key')).trim() }
  return byPassword(url, email ?? (await ask('E-mail')), await askSecret('Password'))
}

async function byPassword(url: string, email: string, password: string): Promise<Kept> {
  const body = { email, password }
  const { token, expiresAt, refreshToken } = await createClient({ baseUrl: url })('POST /api/v1/auth/login', {
    body,
  })
  return { url, token, expiresAt, refreshToken }
}
