// The address of the client, past the proxies that the operator trusts (`TRUST_PROXY` counts them). Each
// trusted proxy appends the address of its caller to X-Forwarded-For. So the last `hops` entries are
// reliable, and everything to their left is the client's own claim.
import ipaddr from 'ipaddr.js'

/**
 * @param peer address of the connection
 * @param fields flat request headers, see RequestHead
 * @param hops trusted proxies in front, 0 for none
 * @returns IPv4, or IPv6 in full lower-case form; an IPv4 address mapped into IPv6 is given as IPv4
 */
export function clientAddress(peer: string, fields: readonly string[], hops: number): string {
  const own = canonical(peer) ?? peer
  if (hops === 0) return own
  const forwarded: string[] = []
  for (let i = 0; i < fields.length; i += 2) {
    if (fields[i] === 'x-forwarded-for') forwarded.push(...fields[i + 1]!.split(','))
  }
  const claimed = forwarded.at(-Math.min(hops, forwarded.length))
  return (claimed === undefined ? null : canonical(claimed.trim())) ?? own
}

function canonical(address: string): string | null {
  if (!address.includes(':')) return ipaddr.IPv4.isValidFourPartDecimal(address) ? address : null
  return ipaddr.isValid(address) ? ipaddr.process(address).toNormalizedString() : null
}
