// What the reader knows of the shape of values: of fields and arguments by their schemas.

export type Type =
  /** Of a row it is known that it has fields, and not which. */
  | { readonly k: 'any'; readonly isRow?: true }
  | {
      readonly k: 'text'
      readonly format?: string | undefined
      readonly values?: readonly string[] | undefined
      /** Words that stand for a value. */
      readonly said?: ReadonlyMap<string, string> | undefined
    }
  | { readonly k: 'number' }
  | { readonly k: 'bool' }
  | { readonly k: 'list'; readonly of: Type }
  | { readonly k: 'record'; readonly entity: Entity }

/** What an id is of: "Id of the order or customer, or SKU of the product". */
export interface Reference {
  readonly role: string
  readonly noun: string
  /** Other kinds of records that it may be of. */
  readonly also?: readonly string[]
}

/** Is it the id of what the noun names? */
export function isIdOf(ref: Reference | null, noun: string): boolean {
  return ref !== null && (ref.noun === noun || ref.role === noun || ref.also?.includes(noun) === true)
}

/** A field of a record. */
export interface Field {
  readonly name: string
  /** Of its name, in lower case: `requesterEmail` is requester, email. */
  readonly words: readonly string[]
  readonly type: Type
  readonly isSure: boolean
  readonly description: string
  /** The noun of the record that it is the id of, and of the role that it plays: assignee, agent. */
  ref: Reference | null
}

/**
 * A kind of records that tools give: customers, tickets, or whatever a schema inside another one describes.
 */
export interface Entity {
  /** In the singular. */
  readonly noun: string
  readonly nouns: readonly string[]
  readonly fields: readonly Field[]
  /** Fields are known: a name that is none of them is none. */
  readonly isClosed: boolean
  /** The field that tools know it by, where it is not its id: the name of a service, the key of a flag. */
  readonly key?: string
  /** What an action answers, which is hardly spoken of. */
  readonly isAnswer?: true
}

export const any: Type = { k: 'any' }
export const row: Type = { k: 'any', isRow: true }
export const number: Type = { k: 'number' }
export const text: Type = { k: 'text' }
export const bool: Type = { k: 'bool' }

/** `requesterEmail`, `requester_email`, `RequesterEmail`: requester, email */
export function wordsOf(name: string): readonly string[] {
  return remembered(words, name, splitName)
}

const words = new Map<string, readonly string[]>()
const stems = new Map<string, string>()

/** Words come again and again: the same tools and prompts are read for every reading. */
export function remembered<T>(memory: Map<string, T>, key: string, make: (key: string) => T): T {
  let value = memory.get(key)
  if (value === undefined) {
    if (memory.size >= 20_000) memory.clear()
    memory.set(key, (value = make(key)))
  }
  return value
}

function splitName(name: string): readonly string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')
}

/** A stem on which words of one family meet: creation, created; closing, close. */
export function stemOf(word: string): string {
  return remembered(stems, word, cutStem)
}

function cutStem(word: string): string {
  if (word.length < 4) return word
  return word
    .replace(/ies$/, 'y')
    .replace(/(?<=..)(?:ations?|ions?|ments?|ings?|ers?|ors?|ed|es|s|e)$/, '')
    .replace(/([bdgklmnprt])\1$/, '$1')
    .replace(/[iy]$/, 'y')
    .replace(/e$/, '')
}
