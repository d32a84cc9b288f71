// Where outbound traffic may go. Two policies: `public` allows addresses of the public internet only, `open` also
// private and loopback ones. Checked three times, because each check alone can be got around: when a URL is
// registered, when a request is made (literal addresses), and when a name has been resolved (rebinding).
import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { OutboundError } from './outbound-error.ts'

export type NetworkPolicy = 'public' | 'open'

/**
 * Ports on which another protocol listens that could be talked into something by an HTTP request.
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
 * Reads a URL and refuses what the policy forbids without a lookup: for registration, and again for every request.
 * @returns the parsed URL
 * @throws {OutboundError} `bad-url` or `refused-address`
 */
export function checkUrl(text: string, policy: NetworkPolicy): URL {
  // The URL parser drops line breaks silently; whoever sent them meant something by it.
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

/** Does the policy allow a connection to this IP address? What is no IP address is not allowed. */
export function allowsAddress(address: string, policy: NetworkPolicy): boolean {
  if (isIP(address) === 0) return false
  if (policy === 'open') return true
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  if (parsed instanceof ipaddr.IPv6) return (parsed.parts[0]! & 0xe000) === 0x2000 // 2000::/3, the only global range
  return address !== azureWireServer
}

/** A public-looking address that answers inside every Azure machine. */
const azureWireServer = '168.63.129.16'

/**
 * The lookup of a socket, with the policy applied to its answer: every address of the name must be allowed, or none
 * is used. What is connected to is exactly what was checked, so a name that changes its mind gains nothing.
 */
export function guardedLookup(policy: NetworkPolicy, resolve: LookupFunction = systemLookup): LookupFunction {
  return (hostname, options: LookupOptions, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, [])
      const addresses = found as unknown as LookupAddress[]
      const refused = addresses.find(({ address }) => !allowsAddress(address, policy))
      if (refused !== undefined) return callback(refusedAddress(hostname, refused.address), [])
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
    if (!allowsAddress(literal, policy)) throw refusedAddress(url.host, literal)
  } else if (!name.includes('.') || privateSuffix.test(name)) {
    throw new OutboundError('refused-address', url.host, `${url.host} is not a name of the public internet`)
  }
}

function badUrl(host: string, message: string): OutboundError {
  return new OutboundError('bad-url', host, message)
}

function refusedAddress(host: string, address: string): OutboundError {
  const at = host.includes(address) ? host : `${host} (${address})`
  const message = `${at} is not an address of the public internet, and the network policy allows no other`
  return new OutboundError('refused-address', host, message)
}

function noAddress(host: string): OutboundError {
  return new OutboundError('unreachable', host, `${host} has no address`)
}
