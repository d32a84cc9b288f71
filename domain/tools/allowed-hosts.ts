// The hosts that a credential may be sent to, as patterns: `api.example.com`, `api.example.com:8443`,
// `*.example.com` (all names below it, not itself), `stdio:<name>` for a tool server on stdio, `npm:<name>`
// for one that is an npm package, or `*` for any. A pattern without a port allows every port of the host.
// Called by the compiler and at the moment of sending (rpc/credentials/).

import { packageInHost, packageInUrl } from './npm-package.ts'
import { stdioNameOf } from './stdio-server.ts'

export const anyHost = '*'

const form = /^(\*\.)?([^\s/?#@*\\:[\].][^\s/?#@*\\:[\]]*|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i

export function isHostPattern(pattern: string): boolean {
  if (pattern === anyHost || isProgram(pattern)) return true
  const [, wildcard, host, port = '0'] = form.exec(pattern) ?? []
  if (host === undefined || Number(port) > 65_535) return false
  // `*.com` would allow half of the internet.
  return (wildcard === undefined || /^[^.]+\.[^.]/.test(host)) && URL.canParse(`http://${host}`)
}

/**
 * @param patterns each passes isHostPattern
 * @param url      where the credential would be sent
 */
export function allowsHost(patterns: readonly string[], url: URL): boolean {
  const name = packageInUrl(url.href)?.name
  if (name !== undefined) return patterns.some(one => one === anyHost || packageInHost(one) === name)
  if (stdioNameOf(url.href) !== null) return patterns.some(one => one === anyHost || one === url.href)
  const host = url.hostname.toLowerCase().replace(/\.$/, '')
  const port = url.port || (url.protocol === 'http:' ? '80' : '443')
  return patterns.some(
    pattern => pattern === anyHost || (!isProgram(pattern) && matches(pattern, host, port)),
  )
}

function isProgram(pattern: string): boolean {
  return stdioNameOf(pattern) !== null || packageInHost(pattern) !== null
}

function matches(pattern: string, host: string, port: string): boolean {
  const [, wildcard, written = '', onlyPort = port] = form.exec(pattern) ?? []
  if (onlyPort !== port) return false
  // The host as a browser writes it: lower case, punycode, addresses in their usual form.
  const { hostname } = new URL(`http://${written}`)
  return wildcard === undefined ? host === hostname : host.endsWith(`.${hostname}`)
}
