// A number of a workbook as the date or time that its cell shows. Called by timed-cells.ts.
import type { TimeFormat } from './number-format.ts'

const dayMs = 24 * 60 * 60 * 1_000
/** 9999-12-31. */
const lastDay = 2_958_465
/** Between the two first days that Excel can count from. */
const days1904 = 1_462

/**
 * @param serial   days since the last day of 1899, or since 1904-01-01
 * @returns YYYY-MM-DD, ISO 8601 without a zone, or HH:MM:SS; null: it is no time, the number says more
 */
export function serialTime(serial: number, format: TimeFormat, is1904: boolean): string | null {
  const unitMs = format.hasFraction ? 1 : 1_000
  const ms = Math.round((serial * dayMs) / unitMs) * unitMs
  const day = Math.floor(ms / dayMs) + (is1904 ? days1904 : 0)
  if (day > lastDay || Number.isNaN(ms)) return null
  switch (format.kind) {
    case 'duration':
      return clock(ms)
    case 'time':
      // A sum of times in a format for the time of day; nobody means 1900. A moment of which the time is
      // shown.
      return ms < 60 * dayMs ? clock(ms) : moment(day, ms)
    case 'moment':
    case 'date':
      if (ms < 0) return null
      if (ms >= dayMs || is1904) return moment(day, ms)
      return format.kind === 'moment' ? clock(ms) : null
  }
}

/** A whole day when it is its beginning. */
function moment(day: number, ms: number): string {
  const ofDay = ms % dayMs
  return ofDay === 0 ? dateOf(day) : `${dateOf(day)}T${clock(ofDay)}`
}

/** Excel counts 1900-02-29, which never was, so that day 61 and all later ones are one too many. */
function dateOf(day: number): string {
  if (day === 60) return '1900-02-29'
  return new Date(Date.UTC(1899, 11, day > 60 ? 30 + day : 31 + day)).toISOString().slice(0, 10)
}

function clock(ms: number): string {
  const rest = Math.abs(ms)
  const [hours, minutes, seconds] = [rest / 3_600_000, (rest / 60_000) % 60, (rest / 1_000) % 60].map(part =>
    String(Math.floor(part)).padStart(2, '0'),
  )
  const fraction = rest % 1_000 === 0 ? '' : `.${String(rest % 1_000).padStart(3, '0')}`
  return `${ms < 0 ? '-' : ''}${hours}:${minutes}:${seconds}${fraction}`
}
