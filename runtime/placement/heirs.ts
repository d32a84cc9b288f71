// Who is to have a shard: rendezvous hashing over the living, so that a node more or less moves only its own
// share. By address, so that a node that comes back has the shards that it had.
import type { Member } from './placement.ts'

/** @returns null when every member drains. */
export function heirOf(shard: number, members: readonly Member[]): Member | null {
  let heir: Member | null = null
  let heaviest = -1
  for (const member of members) {
    if (member.isDraining) continue
    const weight = weightOf(shard, member.address)
    // Of two with one address, the later is the restarted node.
    if (weight < heaviest || (weight === heaviest && member.incarnation < heir!.incarnation)) continue
    heir = member
    heaviest = weight
  }
  return heir
}

/** FNV-1a of the address, then the finalizer of MurmurHash3. */
function weightOf(shard: number, address: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < address.length; i++) hash = Math.imul(hash ^ address.charCodeAt(i), 0x01000193)
  hash ^= Math.imul(shard + 1, 0x9e3779b1)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
