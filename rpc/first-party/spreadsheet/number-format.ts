// What a number format of a workbook shows: a date, a time, both, or a number (ECMA-376, 18.8.30 and
// 18.8.31). Called by timed-cells.ts.

/** `duration` counts hours on beyond 24, `moment` has a date and a time. */
export type TimeKind = 'date' | 'time' | 'moment' | 'duration'

export interface TimeFormat {
  readonly kind: TimeKind
  /** It shows parts of a second. */
  readonly hasFraction: boolean
}

/** Formats that a workbook need not write down. Those of East Asia and Thailand follow. */
const builtin: Readonly<Record<number, TimeKind>> = {
  ...{ 14: 'date', 15: 'date', 16: 'date', 17: 'date', 18: 'time', 19: 'time', 20: 'time', 21: 'time' },
  ...{ 22: 'moment', 45: 'time', 46: 'duration', 47: 'time' },
  ...{ 27: 'date', 28: 'date', 29: 'date', 30: 'date', 31: 'date', 32: 'time', 33: 'time', 34: 'moment' },
  ...{ 35: 'moment', 36: 'date', 50: 'date', 51: 'date', 52: 'moment', 53: 'moment', 54: 'date' },
  ...{ 55: 'moment', 56: 'moment', 57: 'date', 58: 'date', 71: 'date', 72: 'date', 73: 'date', 74: 'date' },
  ...{ 75: 'time', 76: 'time', 77: 'moment', 78: 'time', 79: 'duration', 80: 'time', 81: 'date' },
}

/** @param code null for a format that the workbook does not write down @returns null: it shows a number */
export function timeFormat(id: number, code: string | null): TimeFormat | null {
  const kind = code === null ? (builtin[id] ?? null) : kindOf(code)
  return kind === null ? null : { kind, hasFraction: id === 47 || /s\]?[.,]0/i.test(code ?? '') }
}

function kindOf(code: string): TimeKind | null {
  const letters = code
    .toLowerCase()
    // Words, single letters to show, blanks as wide as a letter, fillers.
    .replace(/"[^"]*"|\\.|_.|\*./g, ' ')
    .replace(/(s+\]?)[.,]0+/g, '$1')
  // For positive numbers; the other sections are for the rest.
  const [section = ''] = letters.split(';')
  if (/\[(h+|m+|s+)\]/.test(section)) return 'duration'
  const tokens = section.replace(/\[[^\]]*\]/g, ' ').replace(/am\/pm|a\/p/g, 'h')
  // Excel writes "General" in the language of nobody, other programs in theirs.
  if (/[0#?@]|general|standard/.test(tokens)) return null
  const hasTime = /[hs]/.test(tokens)
  const hasDate = /[ydgebn]|mmm|aaa/.test(tokens) || (!hasTime && tokens.includes('m'))
  if (hasDate) return hasTime ? 'moment' : 'date'
  return hasTime ? 'time' : null
}
