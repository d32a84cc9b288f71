// Patterns of formatDate as other languages write them. Luxon takes `YYYY-MM-DD` without a word and writes
// something else, so the compiler looks at each pattern that stands in a plan.

/** Letters that are tokens of Luxon, https://moment.github.io/luxon/#/formatting?id=table-of-tokens. */
const tokens = /^[SuszZaHhmLMdcEoyGkWnqDtTfFX ]+$/

/** What is wrong with the pattern, and what to write; null when nothing is. */
export function patternDefect(pattern: string): string | null {
  const plain = pattern.replaceAll(/'[^']*'/g, '')
  const instead = corrected(pattern)
  const meant = instead === pattern ? '' : `: write ${JSON.stringify(instead)}`
  if (/%[a-zA-Z]/.test(plain))
    return `the pattern ${JSON.stringify(pattern)} is one of strftime${meant || ': write for example "yyyy-MM-dd"'}`
  if (/Y/.test(plain)) return `Y is no part of a date in a pattern, the year is yyyy${meant}`
  if (/D/.test(plain) && !/^D{1,4}$/.test(plain.trim())) return `the day of the month is d or dd${meant}`
  if (/A/.test(plain)) return `A is no part of a time in a pattern, AM and PM are a${meant}`
  if (/(?:y|d)[-/. ]?mm(?!:)|(?<!:)mm[-/. ]?(?:y|d)/.test(plain))
    return `mm are minutes, the month is MM${meant}`
  const words = plain.match(/[A-Za-z]+/g) ?? []
  const odd = words.find(word => !tokens.test(word) || /^(?:at|of|on|the|to|de|um|und|and)$/i.test(word))
  if (odd === undefined) return null
  return `the pattern has ${JSON.stringify(odd)}, which is no part of a date: put words in single quotes`
}

/** The same pattern as it must be written; null where it is right, or nobody can tell. */
export function mendedPattern(pattern: string): string | null {
  if (patternDefect(pattern) === null) return null
  const instead = corrected(pattern)
  return patternDefect(instead) === null ? instead : null
}

/** The same in the letters of Luxon. */
function corrected(pattern: string): string {
  const strftime: { readonly [letter: string]: string } = {
    ...{ Y: 'yyyy', y: 'yy', m: 'MM', d: 'dd', H: 'HH', I: 'hh', M: 'mm', S: 'ss', p: 'a', B: 'LLLL' },
    ...{ b: 'LLL', A: 'cccc', a: 'ccc', j: 'ooo', Z: 'z', z: 'ZZZ', F: 'yyyy-MM-dd', T: 'HH:mm:ss' },
  }
  if (/%[a-zA-Z]/.test(pattern))
    return pattern.replaceAll(/%([a-zA-Z])/g, (whole, letter: string) => strftime[letter] ?? whole)
  const parts = pattern.split(/('[^']*')/)
  return parts
    .map(part =>
      part.startsWith("'")
        ? part
        : part
            .replaceAll('DDDD', 'ooo')
            .replaceAll('D', 'd')
            .replaceAll('Y', 'y')
            .replaceAll('A', 'a')
            .replaceAll(/(?<=[yd][-/. ]?)mm(?!:)|(?<!:)mm(?=[-/. ]?[yd])/g, 'MM'),
    )
    .join('')
}
