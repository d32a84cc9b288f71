// Which versions may be in one cluster. A rolling update has two beside each other, never three.

/** Same major version, minor versions one apart at most; of what is no version, the same only. */
export function versionsFit(one: string, other: string): boolean {
  const [a, b] = [numbersOf(one), numbersOf(other)]
  if (a === null || b === null) return one === other
  return a.major === b.major && Math.abs(a.minor - b.minor) <= 1
}

function numbersOf(version: string): { major: number; minor: number } | null {
  const found = version.match(/^(\d{1,9})\.(\d{1,9})\./)
  return found && { major: Number(found[1]), minor: Number(found[2]) }
}
