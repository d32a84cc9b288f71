// Which web pages may call /rpc from a browser. A page that was made to look like this server by its name (DNS rebinding)
// still sends the Origin that it came from: whatever is not ours, and not listed, is refused.
import { Failure } from '../domain/failure.ts'
import type { CorsOrigins } from './cors.ts'

export interface OriginRules {
  /** The service's own. */
  readonly appUrl: string
  readonly corsOrigins: CorsOrigins
}

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

function isLoopback({ hostname }: URL): boolean {
  return loopbackHosts.test(hostname)
}
