// Arithmetic on numbers that people write as decimals. The binary fractions behind them give
// 0.30000000000000004 for 0.1 + 0.2: a total of money that no invoice has. Results that decimals hold are
// those decimals; all others (thirds, very large, very small) are what binary fractions give.
// Called by the operators, sum and avg of expressions, and by the built-in tools for totals.

/** Decimal places up to which a result is taken for a decimal: amounts, rates and coordinates have fewer. */
const mostPlaces = 12
/** Digits that a number holds for certain. */
const certainDigits = 15

export function plus(a: number, b: number): number {
  return asDecimal(a + b, () => placesOf(b, placesOf(a)))
}

export function minus(a: number, b: number): number {
  return asDecimal(a - b, () => placesOf(b, placesOf(a)))
}

export function times(a: number, b: number): number {
  return asDecimal(a * b, () => placesOf(a) + placesOf(b))
}

/** What is left of a division, with the sign of `a`. @param b not 0 */
export function remainder(a: number, b: number): number {
  const binary = a % b
  if (Number.isInteger(a) && Number.isInteger(b)) return binary
  const scale = 10 ** placesOf(b, placesOf(a))
  const [whole, part] = [Math.round(a * scale), Math.round(b * scale)]
  return Number.isSafeInteger(whole) && Number.isSafeInteger(part) ? (whole % part) / scale : binary
}

/** By Neumaier's algorithm, which keeps what a large sum loses of a small number. */
export function total(numbers: readonly number[]): number {
  let sum = 0
  let lost = 0
  let places = 0
  for (const next of numbers) {
    const grown = sum + next
    lost += Math.abs(sum) >= Math.abs(next) ? sum - grown + next : next - grown + sum
    sum = grown
    places = placesOf(next, places)
  }
  return asDecimal(sum + lost, () => places)
}

/** @param numbers at least one */
export function mean(numbers: readonly number[]): number {
  const value = total(numbers) / numbers.length
  // Digits behind those that are certain come from binary fractions.
  return Number.isInteger(value) ? value : Number(value.toPrecision(certainDigits))
}

/** @param placesOfExact decimal places of the exact result */
function asDecimal(result: number, placesOfExact: () => number): number {
  if (Number.isInteger(result)) return result
  const places = placesOfExact()
  const isHeld = places <= mostPlaces && Math.abs(result) < 10 ** (certainDigits - places)
  return isHeld ? Number(result.toFixed(places)) : result
}

/** The decimal places of a number, `atLeast` so many; Infinity when it is no decimal of `mostPlaces`. */
function placesOf(value: number, atLeast = 0): number {
  for (let places = atLeast; places <= mostPlaces; places++) {
    const scale = 10 ** places
    if (Math.round(value * scale) / scale === value) return places
  }
  return Infinity
}
