// Why a value does not fit a schema: where, and what was expected. Every part of domain/schema/check/ answers
// with one or null. Its sentence is made when it is asked for, because the defects of forms that were tried
// are told to nobody.
import { spend } from '../../budgets/budget.ts'
import type { Json } from '../../json.ts'

/** Units to make one. */
const cost = 2

/** Characters of a name, and of all that is told of a value that was expected. */
const [nameLength, listLength] = [100, 300]

export class Defect {
  /** From the inside out. */
  readonly #names: string[] = []
  readonly #sentence: () => string

  constructor(sentence: () => string) {
    spend(cost)
    this.#sentence = sentence
  }

  /** The same defect, seen from the object or list that holds the value. */
  under(name: string | number): Defect {
    this.#names.push(String(name))
    return this
  }

  /** `inputs.amount: expected number, received string` (docs/internals/contract.md, 2). */
  toString(): string {
    const path = this.#names.map(name => cut(name, nameLength)).reverse()
    return `${path.join('.') || 'arguments'}: ${this.#sentence()}`
  }
}

/** The values as JSON, as far as anybody reads. */
export function listed(values: readonly Json[]): string {
  let text = ''
  for (const [index, value] of values.entries()) {
    if (text.length > listLength) return `[${text},…] (${values.length} values)`
    text += `${index === 0 ? '' : ','}${asJson(value)}`
  }
  return `[${text}]`
}

/** A value of the schema as JSON, as far as anybody reads. */
export function asJson(value: Json): string {
  return cut(JSON.stringify(value), listLength)
}

/** `1 item`, `2 items`. */
export function counted(count: number, one: string): string {
  return `${count} ${count === 1 ? one : `${one}s`}`
}

export function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`
}
