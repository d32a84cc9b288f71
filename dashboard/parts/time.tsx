// Times and durations for people: how long ago, with the exact time on hover, in the zone of the viewer.
import { useSyncExternalStore } from 'react'
import { timeZone, useTimeZone } from '../app/time-zone.ts'

let formats = formatsIn(timeZone())
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'narrow' })
const number = new Intl.NumberFormat()

function formatsIn(zone: string | undefined) {
  const options = zone === undefined ? {} : { timeZone: zone }
  return {
    zone,
    exact: new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium', ...options }),
    day: new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', ...options }),
  }
}

/** In the zone that the person has chosen by now. */
function format(kind: 'exact' | 'day', at: number): string {
  if (formats.zone !== timeZone()) formats = formatsIn(timeZone())
  return formats[kind].format(at)
}

/** One clock for every time on the page: it ticks each second while somebody looks. */
let now = Date.now()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | null = null

function listen(listener: () => void): () => void {
  listeners.add(listener)
  if (timer === null) now = Date.now()
  timer ??= setInterval(() => {
    if (document.hidden) return
    now = Date.now()
    for (const each of listeners) each()
  }, 1_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0 || timer === null) return
    clearInterval(timer)
    timer = null
  }
}

/** Now, in Unix ms. @param everyMs how often it matters, at least 1 s */
export function useNow(everyMs = 1_000): number {
  return useSyncExternalStore(listen, () => Math.floor(now / everyMs) * everyMs)
}

export function Time({
  at,
  className,
}: {
  readonly at: number | null | undefined
  readonly className?: string
}) {
  useTimeZone()
  const current = useNow(at != null && Math.abs(Date.now() - at) < 90_000 ? 1_000 : 30_000)
  if (at == null) return <span className={className}>–</span>
  // The clock of the page ticks behind: what has been is never told as to come.
  const isOver = at <= Date.now()
  return (
    <time dateTime={new Date(at).toISOString()} title={format('exact', at)} className={className}>
      {ago(at, isOver ? Math.max(current, at) : current)}
    </time>
  )
}

export function exactTime(at: number): string {
  return format('exact', at)
}

export function dayOf(at: number): string {
  return format('day', at)
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

/** `3 min ago`, `in 2 hr`; the day itself after a month. */
export function ago(at: number, from: number): string {
  const distance = at - from
  if (Math.abs(distance) > 30 * 86_400_000) return format('day', at)
  for (const [unit, size] of units) {
    if (Math.abs(distance) >= size) return relative.format(Math.trunc(distance / size), unit)
  }
  return relative.format(0, 'second')
}

/** `< 1 ms`, `340 ms`, `2.4 s`, `3 min 12 s`, `5 h 4 min`, `2 d 3 h`. */
export function durationText(ms: number): string {
  if (ms < 1) return '< 1 ms'
  if (ms < 1_000) return `${Math.round(ms)} ms`
  const seconds = ms / 1_000
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`
  const parts: readonly (readonly [string, number])[] = [
    ['d', 86_400],
    ['h', 3_600],
    ['min', 60],
    ['s', 1],
  ]
  const first = parts.findIndex(([, size]) => seconds >= size)
  const [unit, size] = parts[first]!
  const [smaller, smallerSize] = parts[first + 1] ?? ['', 1]
  const rest = Math.floor((seconds % size) / smallerSize)
  return rest === 0
    ? `${Math.floor(seconds / size)} ${unit}`
    : `${Math.floor(seconds / size)} ${unit} ${rest} ${smaller}`
}

export function Duration({ ms }: { readonly ms: number | null | undefined }) {
  return <span>{ms == null ? '–' : durationText(ms)}</span>
}

export function numberText(value: number): string {
  return number.format(value)
}
