// Where outbound traffic may go. Policy `public` allows addresses of the public internet only; `open` allows
// private and loopback addresses too. There are three checks, because each one alone can be evaded: when a
// URL is registered, when a request is made (literal addresses), and when a name is resolved (rebinding).
import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { OutboundError } from './outbound-error.ts'

export type NetworkPolicy = 'public' | 'open'

/**
 * Ports of other protocols that an HTTP request could be misread by.
 * @see Fetch standard, "bad port"; the last line are databases and caches, which it does not list
 */
const badPorts: ReadonlySet<string> = new Set(
  (
    '0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 ' +
    '123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 ' +
    '990 993 995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080 ' +
    '1433 1521 3306 5432 6379 11211 27017'
  ).split(' '),
)

/** Names that never belong to the public internet (RFC 6761, RFC 6762, RFC 8375, ICANN's `internal`). */
const privateSuffix = /(^|\.)(localhost|localdomain|local|internal|intranet|home\.arpa|lan)$/

/**
 * Parses a URL and refuses what the policy forbids, without a lookup. At registration, and before every
 * request.
 * @returns the parsed URL
 * @throws {OutboundError} `bad-url` or `refused-address`
 */
export function checkUrl(text: string, policy: NetworkPolicy): URL {
  // The URL parser would drop line breaks silently.
  if (/[\u0000-\u001f\u007f]/.test(text)) throw badUrl('', 'the URL holds control characters')
  const url = URL.parse(text)
  if (url === null) throw badUrl('', `${JSON.stringify(text.slice(0, 200))} is not a URL`)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw badUrl(url.host, `${url.protocol} is not supported, only http: and https:`)
  }
  if (url.username !== '' || url.password !== '') {
    throw badUrl(url.host, `the URL of ${url.host} holds a user name or password: use a credential instead`)
  }
  if (badPorts.has(url.port))
    throw badUrl(url.host, `port ${url.port} of ${url.hostname} is not for web traffic`)
  checkHost(url, policy)
  return url
}

/**
 * The host of a URL that a stranger's answer named, for a message. An address or a name of an inner network
 * is not repeated: whoever reads the message may not be from there.
 */
export function shownHost(url: URL, policy: NetworkPolicy): string {
  try {
    checkHost(url, policy)
    return url.host
  } catch {
    return 'a host that is not of the public internet'
  }
}

/** Does the policy allow connections to this IP address? False for anything that is not an IP address. */
export function allowsAddress(address: string, policy: NetworkPolicy): boolean {
  if (isIP(address) === 0) return false
  if (policy === 'open') return true
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  // 2000::/3, the only global range
  if (parsed instanceof ipaddr.IPv6) return (parsed.parts[0]! & 0xe000) === 0x2000
  return address !== azureWireServer
}

/** It looks public, and answers inside every Azure machine. */
const azureWireServer = '168.63.129.16'

/**
 * A socket's lookup with the policy applied. Either all addresses of the name are allowed, or none is used.
 * The socket connects to the very address that was checked, so changing DNS answers gains nothing.
 */
export function guardedLookup(policy: NetworkPolicy, resolve: LookupFunction = systemLookup): LookupFunction {
  return (hostname, options: LookupOptions, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, [])
      const addresses = found as unknown as LookupAddress[]
      const refused = addresses.find(({ address }) => !allowsAddress(address, policy))
      if (refused !== undefined) return callback(refusedName(hostname, refused.address), [])
      const first = addresses[0]
      if (first === undefined) return callback(noAddress(hostname), [])
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

function checkHost(url: URL, policy: NetworkPolicy): void {
  if (policy === 'open') return
  const name = url.hostname.replace(/\.$/, '')
  const literal = name.startsWith('[') ? name.slice(1, -1) : name
  if (isIP(literal) !== 0) {
    if (!allowsAddress(literal, policy)) throw refusedHost(url.host, 'an address')
  } else if (!name.includes('.') || privateSuffix.test(name)) {
    throw refusedHost(url.host, 'a name')
  }
}

function badUrl(host: string, message: string): OutboundError {
  return new OutboundError('bad-url', host, message)
}

/** The message does not say the host: whoever reads it need not be the one who wrote the URL. */
function refusedHost(host: string, kind: 'a name' | 'an address'): OutboundError {
  const message = `the host is not ${kind} of the public internet, and the network policy allows no other`
  return new OutboundError('refused-address', host, message)
}

/** The message does not reveal an internal address; the cause does, for the log. */
function refusedName(host: string, address: string): OutboundError {
  const message = `${host} has an address that is not of the public internet, and the network policy allows no other`
  return new OutboundError('refused-address', host, message, { cause: new Error(`${host} is ${address}`) })
}

function noAddress(host: string): OutboundError {
  return new OutboundError('unreachable', host, `${host} has no address`)
}
