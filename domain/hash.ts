// Hashes that are quick and say nothing secret: they spread things evenly, and are the same in every process.

/** FNV-1a of the UTF-16 code units. @returns 32 bits, signed */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash
}

/** The finalizer of MurmurHash3: one bit in, half of all bits out. @returns 32 bits, unsigned */
export function mix(value: number): number {
  let hash = value
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
