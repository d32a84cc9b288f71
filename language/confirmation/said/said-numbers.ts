// The numbers that a request says, as they are written: 1,000 and 1.000 and 1 000; 2.5 and 2,5; 5k; -5. Where
// both are meant, both count; what stands side by side is no one number. Takes what plainText gives.

/** What stands before: a dash between two words or numbers is none. */
const minus = '(?:(?<![\\p{L}\\p{N}_])([-\\u2212]))?'
const thousands = '(k(?![\\p{L}\\p{N}_]))?'

/** Groups of three with the same mark throughout, the whole row of them. */
function grouped(mark: string, point: string): RegExp {
  const row = `\\d{1,3}(?:${mark}\\d{3})+(?!\\d|${mark}\\d)`
  return numberOf(`(?<!\\d|\\d${mark})${row}(?:${point}\\d+)?`)
}

function numberOf(digits: string): RegExp {
  return new RegExp(`${minus}(${digits})${thousands}`, 'giu')
}

interface Writing {
  readonly pattern: RegExp
  /** Digits as JSON has them. */
  readonly read: (written: string) => string
}

const writings: readonly Writing[] = [
  { pattern: numberOf('(?<!\\d)\\d+'), read: written => written },
  {
    pattern: numberOf('(?<!\\d|\\d[.,])\\d+[.,]\\d+(?!\\d|[.,]\\d)'),
    read: written => written.replace(',', '.'),
  },
  { pattern: grouped(',', '\\.'), read: written => written.replaceAll(',', '') },
  { pattern: grouped('\\.', ','), read: written => written.replaceAll('.', '').replace(',', '.') },
  { pattern: grouped(' ', '[.,]'), read: written => written.replaceAll(' ', '').replace(',', '.') },
]

export function numbersIn(text: string): ReadonlySet<number> {
  const found = new Set<number>()
  for (const { pattern, read } of writings) {
    for (const [, sign, written = '', isThousands] of text.matchAll(pattern)) {
      const value = Number(read(written))
      const values = isThousands === undefined ? [value] : [value, value * 1_000]
      for (const each of values) {
        found.add(each)
        if (sign !== undefined) found.add(-each)
      }
    }
  }
  return found
}
