// Who is to have a shard: rendezvous hashing over the living, so that a node more or less moves only its own
// share. By address, so that a node that comes back has the shards that it had.
import { fnv1a, mix } from '../../domain/hash.ts'
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

function weightOf(shard: number, address: string): number {
  return mix(fnv1a(address) ^ Math.imul(shard + 1, 0x9e3779b1))
}
