// Lengths of time for people, in the language of the page.

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

/** In its largest unit, such as "5 minutes". @param near in whose language */
export function lengthText(ms: number, near: Element): string {
  const [unit, size] = units.find(([, size]) => ms >= size) ?? units[3]
  const lang = near.closest<HTMLElement>('[lang]')?.lang || document.documentElement.lang || undefined
  const value = Math.round(ms / size)
  try {
    return new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
  } catch {
    return `${value} ${unit}`
  }
}
