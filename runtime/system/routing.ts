// The host of an address, by rendezvous hashing: each slot gives the address a weight, and the heaviest slot
// has it. One slot more or less moves only its own share of the addresses. System and Waking route by it.
import { fnv1a, mix } from '../../domain/hash.ts'

/**
 * @param slots how many hosts there are, at least 1
 * @returns 0 to slots - 1, the same for the same arguments in every process
 * @see Thaler and Ravishankar, "Using name-based mappings to increase hit rates" (1998)
 */
export function slotOf(address: string, slots: number): number {
  if (slots === 1) return 0
  const hash = fnv1a(address)
  let best = 0
  let bestWeight = -1
  for (let slot = 0; slot < slots; slot++) {
    const weight = mix(hash ^ Math.imul(slot + 1, 0x9e3779b1))
    if (weight > bestWeight) {
      best = slot
      bestWeight = weight
    }
  }
  return best
}
