// Arithmetic on decimal numbers: a recursive descent over
//   sum = product (('+' | '-') product)*      product = power (('*' | '/' | '%') power)*
//   power = sign ('^' power)?                 sign = '-' sign | atom
//   atom = number | name | function '(' sum (',' sum)* ')' | '(' sum ')'
// Every step consumes a token, so its time is that of reading the expression.
import { own } from '../../domain/own.ts'
import { ToolFailure } from './tool.ts'

const functions: Readonly<Record<string, (...values: number[]) => number>> = {
  round: (value, digits = 0) => roundTo(value!, digits),
  floor: value => Math.floor(value!),
  ceil: value => Math.ceil(value!),
  abs: value => Math.abs(value!),
  sqrt: value => Math.sqrt(value!),
  min: (...values) => Math.min(...values),
  max: (...values) => Math.max(...values),
}

/**
 * @param values the numbers behind the names in the expression
 * @throws {ToolFailure} `bad-expression`, also when the result is not a number (division by zero)
 */
export function evaluateArithmetic(expression: string, values: Readonly<Record<string, number>>): number {
  const reader = new Reader(expression, values)
  const result = reader.sum()
  reader.expectEnd()
  if (!Number.isFinite(result)) throw bad('the result is not a number (a division by zero?)')
  // Digits beyond 15 are the rounding error of binary fractions.
  return Number(result.toPrecision(15))
}

class Reader {
  readonly #tokens: readonly string[]
  readonly #values: Readonly<Record<string, number>>
  #next = 0

  constructor(expression: string, values: Readonly<Record<string, number>>) {
    this.#tokens = expression.match(/(\d+(\.\d+)?|\.\d+)(e[-+]?\d+)?|[a-z_]\w*|\S/gi) ?? []
    this.#values = values
  }

  sum(): number {
    let result = this.#product()
    for (;;) {
      if (this.#take('+')) result += this.#product()
      else if (this.#take('-')) result -= this.#product()
      else return result
    }
  }

  expectEnd(): void {
    if (this.#next < this.#tokens.length) throw this.#unexpected()
  }

  #product(): number {
    let result = this.#power()
    for (;;) {
      if (this.#take('*')) result *= this.#power()
      else if (this.#take('/')) result /= this.#power()
      else if (this.#take('%')) result %= this.#power()
      else return result
    }
  }

  /** -2^2 is -4, as on paper; 2^3^2 is 2^9. */
  #power(): number {
    if (this.#take('-')) return -this.#power()
    const base = this.#atom()
    return this.#take('^') ? base ** this.#power() : base
  }

  #atom(): number {
    if (this.#take('(')) {
      const inner = this.sum()
      this.#expect(')')
      return inner
    }
    const token = this.#tokens[this.#next] ?? ''
    if (/^[\d.]\d*/.test(token) && token !== '.') return Number(this.#tokens[this.#next++])
    if (!/^\w/.test(token)) throw this.#unexpected()
    this.#next++
    if (this.#take('(')) return this.#call(token)
    if (Object.hasOwn(this.#values, token)) return this.#values[token]!
    throw bad(
      `nothing is called ${token}, the values are: ${Object.keys(this.#values).slice(0, 20).join(', ') || 'none'}`,
    )
  }

  #call(name: string): number {
    const called = own(functions, name)
    if (called === undefined)
      throw bad(`there is no function ${name}, only ${Object.keys(functions).join(', ')}`)
    const values = [this.sum()]
    while (this.#take(',')) values.push(this.sum())
    this.#expect(')')
    return called(...values)
  }

  #take(token: string): boolean {
    if (this.#tokens[this.#next] !== token) return false
    this.#next++
    return true
  }

  #expect(token: string): void {
    if (!this.#take(token)) throw this.#unexpected(token)
  }

  #unexpected(wanted = 'a number, a name or an operator'): ToolFailure {
    const found = this.#tokens[this.#next]
    return bad(`expected ${wanted}, found ${found === undefined ? 'the end' : JSON.stringify(found)}`)
  }
}

/**
 * Rounds by decimal digits: 1.005 to two digits is 1.01, although its binary value is a little less. Halves
 * go away from 0.
 */
function roundTo(value: number, digits: number): number {
  if (!Number.isInteger(digits) || Math.abs(digits) > 15) throw bad('expected 0 to 15 digits to round to')
  const shifted = Number(`${Math.abs(value).toPrecision(15)}e${digits}`)
  return Math.sign(value) * Number(`${Math.round(shifted)}e${-digits}`)
}

function bad(message: string): ToolFailure {
  return new ToolFailure('bad-expression', message)
}
