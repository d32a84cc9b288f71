// How far two words are from each other, for slips of the keyboard: in prompts and in names that messages
// say.

/** Letters that are added, left out, another one, or in the other order. Past `most` it is more than that. */
export function distanceOf(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = row[j - 1]! + Number(a[i - 1] !== b[j - 1])
      const swap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? before[j - 2]! + 1 : 99
      next[j] = Math.min(change, row[j]! + 1, next[j - 1]! + 1, swap)
    }
    before = row
    row = next
  }
  return row[b.length]!
}

/**
 * The known name that somebody most likely meant; null when none is near. Case, `_` and `-` do not count, and
 * a longer name may hold the shorter one.
 */
export function nearestName(said: string, known: readonly string[]): string | null {
  const plain = plainName(said)
  const same = known.find(name => plainName(name) === plain)
  if (same !== undefined) return same
  const most = Math.min(2, Math.floor(plain.length / 3))
  const distances = known.map(name => ({ name, distance: distanceOf(plain, plainName(name), most) }))
  const near = distances.filter(({ distance }) => distance <= most)
  if (near.length > 0) return near.reduce((best, one) => (one.distance < best.distance ? one : best)).name
  const whole = (name: string) => plain.length >= 4 && name.length >= 4
  const held = known.filter(
    name => whole(name) && (plain.includes(plainName(name)) || plainName(name).includes(plain)),
  )
  return held.length === 1 ? held[0]! : null
}

function plainName(name: string): string {
  return name.slice(0, 64).toLowerCase().replaceAll(/[_-]/g, '')
}
