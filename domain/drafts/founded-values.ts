// Which values of a plan its prompt carries. A literal must occur in the prompt or follow from it: a
// number in another unit, the choice of an enumeration that the prompt names, a default of the tool, a
// text whose every word of weight is the prompt's. So what a tool's description asks a model to write gets
// into no plan. Called by foundation.ts.

import { splitTemplate } from '../expression/template.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../json.ts'
import { own } from '../own.ts'
import { sourcesOf } from '../plan/blocks/sources.ts'
import type { Argument, Step } from '../plan/plan.ts'
import { isLight, type PromptWords, wordsOf } from './prompt-words.ts'

export interface UnfoundedValue {
  /** Field of the step, such as `args.url`. */
  readonly field: string
  /** What the prompt lacks, as text. */
  readonly said: string
}

/**
 * @param schema of the tool's arguments; null for other steps
 * @param known  names of fields that tools have, which expressions may read
 */
export function unfoundedValues(
  step: Step,
  words: PromptWords,
  schema: JsonSchema | null,
  known: ReadonlySet<string>,
): readonly UnfoundedValue[] {
  const check = new ValueCheck(words, known)
  for (const source of sourcesOf(step)) {
    if ('argument' in source) check.argument(source.argument, source.field, schemaAt(schema, source.field))
    else check.cel(source.expression, source.field)
  }
  check.named(step)
  return check.found
}

class ValueCheck {
  readonly found: UnfoundedValue[] = []
  readonly #words: PromptWords
  readonly #known: ReadonlySet<string>

  constructor(words: PromptWords, known: ReadonlySet<string>) {
    this.#words = words
    this.#known = known
  }

  argument(value: Argument, field: string, schema: JsonSchema | null): void {
    if (Array.isArray(value)) {
      for (const each of value) this.argument(each, field, partOf(schema, 'items'))
      return
    }
    if (isObject(value)) return this.#object(value as JsonObject, field, schema)
    this.#literal(value as null | boolean | number | string, field, schema)
  }

  cel(source: string, field: string): void {
    // Texts and numbers that are no part of a name.
    const constants = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(?<![\w.])(\d+(?:\.\d+)?)/g
    for (const { 0: whole, 1: double, 2: single, 3: digits, index } of source.matchAll(constants)) {
      const text = double ?? single
      if (text !== undefined) {
        // `order["email"]` is a field of the tool; a name of a field is no value elsewhere.
        const isKey = source[index - 1] === '[' && source[index + whole.length] === ']' && isName(text)
        if (!(isKey && this.#known.has(text)) && !this.#carries(unescaped(text))) this.#report(field, text)
      } else if (!this.#words.hasNumber(Number(digits))) this.#report(field, digits!)
    }
  }

  /** What steps name beside their arguments. */
  named(step: Step): void {
    const assignees =
      step.kind === 'approval' ? step.assignees : step.kind === 'tool' ? step.approval?.assignees : []
    for (const one of assignees ?? []) if (!this.#carries(one)) this.#report('assignees', one)
    if (step.kind === 'tool' && step.approval !== undefined)
      this.argument(step.approval.message, 'approval.message', null)
    if (step.kind === 'workflow' && !this.#carries(step.workflow)) this.#report('workflow', step.workflow)
    if (step.kind === 'wait') {
      if (step.for !== undefined && !this.#words.hasNumber(step.for))
        this.#report('for', `${step.for / 1_000} s`)
      if (step.event !== undefined && !this.#carries(step.event)) this.#report('event', step.event)
    }
    const attempts = step.retry?.maxAttempts
    if (attempts !== undefined && ![attempts, attempts - 1].some(one => this.#words.hasNumber(one)))
      this.#report('retry', String(attempts))
  }

  #object(value: JsonObject, field: string, schema: JsonSchema | null): void {
    const { $: cel, $t: template, $secret: secret } = value
    const isComputed = Object.keys(value).length === 1
    if (isComputed && typeof cel === 'string') return this.cel(cel, field)
    if (isComputed && typeof template === 'string') return this.#template(template, field)
    if (isComputed && typeof secret === 'string' && this.#carries(secret)) return
    for (const [name, inner] of Object.entries(value))
      this.argument(inner, `${field}.${name}`, partOf(partOf(schema, 'properties'), name))
  }

  #template(template: string, field: string): void {
    try {
      for (const part of splitTemplate(template)) {
        if (part.type === 'expression') this.cel(part.source, field)
        else if (!this.#carries(part.text)) this.#report(field, part.text)
      }
    } catch {
      // The compiler says what is wrong with it.
    }
  }

  #literal(value: null | boolean | number | string, field: string, schema: JsonSchema | null): void {
    if (value === null || isFixed(value, schema)) return
    if (typeof value === 'boolean') {
      // Outside of a tool's arguments it does nothing.
      if (schema === null || wordsOf(spaced(field)).some(({ text }) => this.#words.has(text))) return
      return this.#report(field, String(value))
    }
    if (typeof value === 'number' ? this.#words.hasNumber(value) : this.#carries(value)) return
    this.#report(field, String(value))
  }

  /** Does the prompt hold the text, or every word of weight in it? */
  #carries(text: string): boolean {
    const folded = text.toLowerCase().replace(/\s+/g, ' ').trim()
    if (folded === '' || this.#words.text.includes(folded)) return true
    // An address, an id, a path: all of it or nothing.
    if (text.split(/\s+/).some(piece => isAddress(piece) && !this.#words.text.includes(trimmed(piece))))
      return false
    return wordsOf(spaced(text)).every(
      word => isLight(word) || this.#words.has(word.text) || this.#hasNumber(word.text),
    )
  }

  #hasNumber(text: string): boolean {
    return /^\d+$/.test(text) && this.#words.hasNumber(Number(text))
  }

  #report(field: string, said: string): void {
    this.found.push({ field, said: said.replace(/\s+/g, ' ').trim().slice(0, 100) })
  }
}

function isName(text: string): boolean {
  return /^[A-Za-z_]\w{0,63}$/.test(text)
}

function isAddress(piece: string): boolean {
  return /[@/\\]|:\/|\w\.\w|\d[\p{L}]|[\p{L}][-_]?\d/u.test(piece)
}

function trimmed(piece: string): string {
  return piece.toLowerCase().replace(/^["'(]+|["').,;:!?]+$/g, '')
}

/** The words of `createdAt` and `created_at`. */
function spaced(text: string): string {
  return text.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2').replaceAll('_', ' ')
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/g, (_, one: string) => ({ n: '\n', t: '\t', r: '\r' })[one] ?? one)
}

/** The tool leaves no choice, or takes the value by itself. */
function isFixed(value: Json, schema: JsonSchema | null): boolean {
  if (schema === null) return false
  const { const: only, default: usual, enum: choices } = schema
  if (value === only || value === usual) return true
  return Array.isArray(choices) && choices.length === 1 && choices[0] === value
}

function schemaAt(schema: JsonSchema | null, field: string): JsonSchema | null {
  const [, name] = /^args\.([^.]+)$/.exec(field) ?? []
  // Without a schema of its own, an argument is still an argument.
  return name === undefined ? null : (partOf(partOf(schema, 'properties'), name) ?? {})
}

function partOf(schema: Json | null | undefined, name: string): JsonSchema | null {
  const part = isObject(schema) ? own(schema as JsonSchema, name) : null
  return isObject(part) ? (part as JsonSchema) : null
}
