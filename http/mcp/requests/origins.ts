// Which web pages may call /rpc from a browser, and under which names of this server. A page that pretends to
// be this server by its name (DNS rebinding) still sends its own Origin and a foreign Host: both are refused
// unless they are the service's own or listed.
import { Failure } from '../../../domain/failure.ts'
import type { CorsOrigins } from '../../pipeline/cors.ts'

export interface OriginRules {
  /** The service's own. */
  readonly appUrl: string
  readonly corsOrigins: CorsOrigins
}

/** Of either family, as a Host writes it. */
const addressPattern = /^(\d{1,3}(\.\d{1,3}){3}|\[[\da-f:.]+\])$/
const loopbackHosts = /^(localhost|127\.0\.0\.1|\[::1\])$/

/**
 * @returns a check of the Origin header, which throws a Failure (forbidden). A request without the header
 *   passes, because it is from no web page
 */
export function createOriginCheck({ appUrl, corsOrigins }: OriginRules): (origin: string) => void {
  const own = new URL(appUrl)
  const allowed = new Set([own.origin, ...corsOrigins])
  const isLocal = isLoopback(own)
  return origin => {
    if (origin === '' || allowed.has(origin) || allowed.has('*')) return
    // On the developer's machine the address has several spellings, and a proxy may use another port.
    if (isLocal && URL.canParse(origin) && isLoopback(new URL(origin))) return
    throw new Failure(
      'forbidden',
      `web pages of the origin ${origin.slice(0, 200)} may not call this: list it in CORS_ORIGINS`,
    )
  }
}

/**
 * @returns a check of the Host header, which throws a Failure (forbidden). IP addresses pass, because only
 *   names can be made to point elsewhere. `localhost` and the names of APP_URL and CORS_ORIGINS pass at any
 *   port
 */
export function createHostCheck({ appUrl, corsOrigins }: OriginRules): (host: string) => void {
  const own = [appUrl, ...corsOrigins.filter(origin => URL.canParse(origin))]
  const names = new Set(['localhost', ...own.map(url => new URL(url).hostname)])
  return host => {
    const name = host.replace(/:\d*$/, '').toLowerCase()
    if (names.has(name) || addressPattern.test(name)) return
    throw new Failure(
      'forbidden',
      `${host.slice(0, 200)} is not a name of this service: set it as APP_URL, or list its origin in CORS_ORIGINS`,
    )
  }
}

function isLoopback({ hostname }: URL): boolean {
  return loopbackHosts.test(hostname)
}
