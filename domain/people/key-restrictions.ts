// Where an API key may be used from: IP addresses, and origins of web pages. A list takes away and never
// adds; a key without lists may be used from everywhere, and costs nothing to check. Called by
// storage/accounts/api-keys.ts and the authentication of requests.
import ipaddr from 'ipaddr.js'
import { z } from 'zod'

export interface KeyRestrictions {
  /** IP addresses and ranges; null: every address. */
  readonly allowedIps: readonly string[] | null
  /** Origins of web pages, as browsers send them; null: every origin, and clients that are no web page. */
  readonly allowedOrigins: readonly string[] | null
}

export const AllowedIps = z
  .array(
    z.string().max(50).refine(isRange, 'expected an IP address or a range, as 203.0.113.7 or 203.0.113.0/24'),
  )
  .min(1)
  .max(50)

export const AllowedOrigins = z
  .array(
    z.string().max(255).refine(isOrigin, 'expected the origin of a web page, as https://app.example.com'),
  )
  .min(1)
  .max(20)

/**
 * Says why a request may not use the key, or null when it may.
 * @param address of the client, IPv4 or IPv6
 * @param origin  the Origin header, empty when there is none
 */
export type KeyGuard = (address: string, origin: string) => string | null

/** Null: the key may be used from everywhere. */
export function guardOf({ allowedIps, allowedOrigins }: KeyRestrictions): KeyGuard | null {
  if (allowedIps === null && allowedOrigins === null) return null
  const ranges = allowedIps?.map(rangeOf) ?? null
  return (address, origin) => {
    if (ranges !== null && !isWithin(ranges, address)) return `not from the address ${address}`
    if (allowedOrigins === null || allowedOrigins.includes(origin)) return null
    return origin === '' ? 'by web pages only' : `not by web pages of ${origin.slice(0, 255)}`
  }
}

/**
 * Does `held` allow everything that `asked` allows? It compares the entries of the lists and computes no
 * ranges.
 */
export function isWithinList(asked: readonly string[] | null, held: readonly string[] | null): boolean {
  if (held === null) return true
  return asked?.every(entry => held.includes(entry)) ?? false
}

type Range = readonly [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number]

function rangeOf(text: string): Range {
  if (text.includes('/')) return ipaddr.parseCIDR(text)
  const address = ipaddr.parse(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

function isWithin(ranges: readonly Range[], text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  return ranges.some(([start, bits]) => start.kind() === address.kind() && address.match(start, bits))
}

/** IPv4 in four decimal parts; IPv6 neither with a zone nor around an IPv4 address, which comes as IPv4. */
function isRange(text: string): boolean {
  if (!text.includes(':')) {
    return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv4.isValidCIDRFourPartDecimal(text)
  }
  if (text.includes('%') || !(ipaddr.IPv6.isValid(text) || ipaddr.IPv6.isValidCIDR(text))) return false
  const [address] = rangeOf(text)
  return address instanceof ipaddr.IPv6 && !address.isIPv4MappedAddress()
}

function isOrigin(text: string): boolean {
  return /^https?:[^*]*$/.test(text) && URL.canParse(text) && new URL(text).origin === text
}
