// Parameters of an address, which anybody may have written: each is read as what it should be, or left out.

export type RawSearch = Record<string, unknown>

/**
 * The parameters of an address. Each is the text that stands there, also where that text could be read as a
 * number or as JSON: a prompt may be `{"a":1}`, a search `0012`. Of several with one name the first counts.
 */
export function parseSearch(text: string): Record<string, string> {
  const found: Record<string, string> = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) found[name] ??= value
  return found
}

/** The same parameters as a part of an address; without those that are undefined. */
export function stringifySearch(search: RawSearch): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined) parameters.set(name, String(value))
  }
  return parameters.size === 0 ? '' : `?${parameters}`
}

export function textOf(value: unknown, longest = 2_000): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, longest) : undefined
}

export function oneOf<T extends string>(value: unknown, choices: readonly T[]): T | undefined {
  return choices.find(choice => choice === value)
}

export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/**
 * The parameters that a page reads. One that is not what it should be is there and undefined: where it is
 * absent, the router puts back what stands in the address.
 */
export function parameters<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return fields as never
}

/** An object without its undefined fields, as addresses and queries want it. */
export function only<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
