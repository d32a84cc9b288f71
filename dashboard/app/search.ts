// Parameters of an address, which anybody may have written: each is read as what it should be, or left out.

export type RawSearch = Record<string, unknown>

export function textOf(value: unknown, longest = 2_000): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && value !== '' ? value.slice(0, longest) : undefined
}

export function oneOf<T extends string>(value: unknown, choices: readonly T[]): T | undefined {
  return choices.find(choice => choice === value)
}

export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** An object without its undefined fields, as addresses and queries want it. */
export function only<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}

/** A path of this dashboard, and of no other origin; else the home page. */
export function ownPath(value: unknown): string {
  if (typeof value !== 'string' || !value.startsWith('/') || value.startsWith('//')) return '/'
  const url = new URL(value, location.origin)
  return url.origin === location.origin && !value.includes('\\') ? url.pathname + url.search + url.hash : '/'
}
