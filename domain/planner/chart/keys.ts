// Meanings by number: two that are alike to the letter have one. A meaning is made of others, which have
// theirs. Each prompt begins anew: what was read before it changes nothing.
let numbers = new WeakMap<object, number>()
let byShape = new Map<string, number>()
let lastNumber = 0

/** No number comes twice: what is kept under one is never found under another. */
export function forgetKeys(): void {
  numbers = new WeakMap()
  byShape = new Map()
}

export function keyOf(value: unknown): number | string {
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' ? `"${value}` : String(value)
  const known = numbers.get(value)
  if (known !== undefined) return known
  let shape = Array.isArray(value) ? '[' : '{'
  for (const key in value) {
    const part = (value as Record<string, unknown>)[key]
    if (key !== 'lemmas' || !('kind' in value)) shape += `${key}:${keyOf(part)},`
  }
  let number = byShape.get(shape)
  if (number === undefined) {
    byShape.set(shape, (number = ++lastNumber))
  }
  numbers.set(value, number)
  return number
}
