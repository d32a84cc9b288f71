// Which web pages may call /rpc from a browser, and under which names. A page that was made to look like this server by
// its name (DNS rebinding) still sends the Origin that it came from, and a Host that is not ours: whatever is not the
// service's own, and not listed, is refused.
import { Failure } from '../domain/failure.ts'
import type { CorsOrigins } from './cors.ts'

export interface OriginRules {
  /** The service's own. */
  readonly appUrl: string
  readonly corsOrigins: CorsOrigins
}

/** Of either family, as a Host writes it. */
const addressPattern = /^(\d{1,3}(\.\d{1,3}){3}|\[[\da-f:.]+\])$/
const loopbackHosts = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** @returns a check of the Origin header, which throws a Failure (forbidden); no header passes, it is no web page */
export function createOriginCheck({ appUrl, corsOrigins }: OriginRules): (origin: string) => void {
  const own = new URL(appUrl)
  const allowed = new Set([own.origin, ...corsOrigins])
  const isLocal = isLoopback(own)
  return origin => {
    if (origin === '' || allowed.has(origin) || allowed.has('*')) return
    // On the developer's machine the address may be written in several ways, and a proxy may stand on another port.
    if (isLocal && URL.canParse(origin) && isLoopback(new URL(origin))) return
    throw new Failure('forbidden', `web pages of the origin ${origin.slice(0, 200)} may not call this`)
  }
}

/**
 * A check of the Host header, which throws a Failure (forbidden). Addresses pass, since only names can be made to point
 * elsewhere; so do `localhost` and the names of APP_URL and CORS_ORIGINS, at any port.
 */
export function createHostCheck({ appUrl, corsOrigins }: OriginRules): (host: string) => void {
  const own = [appUrl, ...corsOrigins.filter(origin => URL.canParse(origin))]
  const names = new Set(['localhost', ...own.map(url => new URL(url).hostname)])
  return host => {
    const name = host.replace(/:\d*$/, '').toLowerCase()
    if (names.has(name) || addressPattern.test(name)) return
    throw new Failure(
      'forbidden',
      `this is not ${host.slice(0, 200)}: name the service in APP_URL, or list the origin in CORS_ORIGINS`,
    )
  }
}

function isLoopback({ hostname }: URL): boolean {
  return loopbackHosts.test(hostname)
}
