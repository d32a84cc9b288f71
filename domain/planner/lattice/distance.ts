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
