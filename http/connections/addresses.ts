// The addresses under which the service answers, as OAuth sees them: each is an issuer of its own, whose
// /rpc is the one resource. A client compares what metadata says with the address that it called, so
// metadata names that one; a name that is not the service's own gets the configured address.
import { createHostCheck, type OriginRules } from '../mcp/requests/origins.ts'

export interface Addresses {
  /** Origin at which a request came, no slash at the end. @param host its Host header */
  originOf(host: string): string
}

export const protectedResourcePath = '/.well-known/oauth-protected-resource'

export function createAddresses(rules: OriginRules): Addresses {
  const judge = createHostCheck(rules)
  const named = [rules.appUrl, ...rules.corsOrigins.filter(origin => URL.canParse(origin))]
  const own = new Map(named.map(url => [new URL(url).host, new URL(url).origin] as const).reverse())
  return {
    originOf(host) {
      const known = own.get(host.toLowerCase())
      if (known !== undefined) return known
      try {
        judge(host)
      } catch {
        return rules.appUrl
      }
      // A proxy that ends TLS answers under the configured address; this server itself speaks http.
      return `http://${host.toLowerCase()}`
    },
  }
}

/** The resource to which the tokens of an address are bound. */
export function resourceOf(origin: string): string {
  return `${origin}/rpc`
}

/** Parameters of `WWW-Authenticate: Bearer` at /rpc. */
export function resourceMetadata(origin: string) {
  return { resource_metadata: `${origin}${protectedResourcePath}/rpc` }
}

/**
 * Whether a client means a resource: scheme and host have no case, a slash at the end says nothing more.
 * @param own of `resourceOf`
 */
export function isResource(said: string, own: string): boolean {
  if (!URL.canParse(said)) return false
  const { href } = new URL(said)
  return href === own || href === `${own}/`
}
