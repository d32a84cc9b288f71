// An OpenID provider on loopback (oidc-provider), and a browser that goes there and back. Whoever comes is
// signed in at once as the person that the test has put there.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import tap from 'tap'

export interface OpenidPerson {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly name?: string
}

export const client = { clientId: 'troupe', clientSecret: 'a secret of at least thirty-two characters' }

export class OpenidServer {
  readonly url: string
  /** Who sits at the browser; null: says no. */
  person: OpenidPerson | null = null
  readonly #people = new Map<string, OpenidPerson>()
  readonly #provider: Provider

  private constructor(server: Server, redirectUris: readonly string[]) {
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    this.#provider = new Provider(this.url, {
      clients: [
        {
          client_id: client.clientId,
          client_secret: client.clientSecret,
          redirect_uris: [...redirectUris],
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      cookies: { keys: ['a key of the test'] },
      findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: () => this.#people.get(sub) }),
      loadExistingGrant: (context: never) => this.#grant(context),
    })
  }

  /** Ended with the test file. @param redirectUris of the client `troupe` */
  static async start(redirectUris: readonly string[]): Promise<OpenidServer> {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const openid = new OpenidServer(server, redirectUris)
    const handle = openid.#provider.callback()
    server.on('request', (request, response) => {
      if (request.url!.startsWith('/interaction/')) void openid.#interact(request, response)
      else void handle(request, response)
    })
    tap.teardown(() => {
      server.close()
      server.closeAllConnections()
    })
    return openid
  }

  async #interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { person } = this
    if (person !== null) this.#people.set(person.sub, person)
    const result =
      person === null
        ? { error: 'access_denied', error_description: 'no' }
        : { login: { accountId: person.sub, remember: false } }
    await this.#provider.interactionFinished(request, response, result)
  }

  /** Nobody is asked whether the client may know who they are. */
  async #grant({ oidc }: { oidc: { session: { accountId: string }; client: { clientId: string } } }) {
    const { accountId } = oidc.session
    const grant = new this.#provider.Grant({ accountId, clientId: oidc.client.clientId })
    grant.addOIDCScope('openid email profile')
    await grant.save()
    return grant
  }
}

/** Follows redirects, and keeps what each origin gives it. */
export class Browser {
  readonly #cookies = new Map<string, Map<string, string>>()

  /** One request, no redirect followed. */
  async visit(url: string, init: RequestInit = {}): Promise<Response> {
    const { origin } = new URL(url)
    const jar = this.#cookies.get(origin) ?? new Map<string, string>()
    this.#cookies.set(origin, jar)
    const cookie = [...jar].map(pair => pair.join('=')).join('; ')
    const headers = { ...(init.headers as Record<string, string>), ...(cookie === '' ? {} : { cookie }) }
    const response = await fetch(url, { ...init, redirect: 'manual', headers })
    this.keep(url, response.headers)
    return response
  }

  /** Keeps the cookies of an answer from there, as after a request of a page's script. */
  keep(url: string, headers: Headers): void {
    const { origin } = new URL(url)
    const jar = this.#cookies.get(origin) ?? new Map<string, string>()
    this.#cookies.set(origin, jar)
    for (const set of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (value === '' || /max-age=0|expires=Thu, 01 Jan 1970/i.test(set)) jar.delete(name)
      else jar.set(name, value)
    }
  }

  /** Goes where it is sent until a URL holds, and does not open that one. */
  async follow(url: string, isThere: (url: string) => boolean): Promise<string> {
    for (let next = url, hops = 0; hops < 20; hops++) {
      if (isThere(next)) return next
      const response = await this.visit(next)
      const location = response.headers.get('location')
      if (location === null) throw new Error(`${next} answered ${response.status}: ${await response.text()}`)
      next = new URL(location, next).href
    }
    throw new Error(`${url} leads nowhere`)
  }
}
