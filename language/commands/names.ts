// The names of an organization's workflows, as messages may say them: in any case, by their beginning, by
// some of their words, with small slips. Made once for a message; terminals.ts asks it at places of the
// message.
import { distanceOf } from '../../domain/distance.ts'
import type { Fit } from './command.ts'

export interface NamedWorkflow {
  readonly id: string
  readonly name: string
}

export interface Found {
  readonly ids: readonly string[]
  readonly fit: Fit
}

export const nameBounds = {
  /** Words of a name that a message can say. */
  words: 12,
  /** Workflows that fit equally well. */
  found: 20,
} as const

interface Known {
  readonly id: string
  readonly words: readonly string[]
  readonly said: string
}

/** `Order-total (EU)` becomes order, total, eu. */
export function wordsOfName(name: string): readonly string[] {
  return (
    name
      .replace(/([a-z\d])([A-Z])/g, '$1 $2')
      .normalize('NFKD')
      .toLowerCase()
      .replace(/\p{M}+/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

export class Names {
  readonly #known: readonly Known[]
  readonly #remembered = new Map<string, Found | null>()
  /** First words of names, and the words that somebody may begin with. */
  readonly #words: ReadonlySet<string>
  readonly #near = new Map<string, ReadonlySet<string>>()

  constructor(workflows: readonly NamedWorkflow[]) {
    this.#known = workflows.map(({ id, name }) => {
      const words = wordsOfName(name)
      return { id, words, said: words.join(' ') }
    })
    this.#words = new Set(this.#known.flatMap(({ words }) => words))
  }

  /** @param said words of a message @returns null: no name fits */
  find(said: string): Found | null {
    const words = wordsOfName(said)
    if (words.length === 0 || words.length > nameBounds.words) return null
    const key = words.join(' ')
    let found = this.#remembered.get(key)
    if (found === undefined) {
      found = this.#search(words, key)
      this.#remembered.set(key, found)
    }
    return found
  }

  #search(words: readonly string[], said: string): Found | null {
    const whole = words.join('')
    return (
      this.#where('exact', known => known.said === said || known.words.join('') === whole) ??
      this.#where('prefix', known => said.length > 1 && known.said.startsWith(said)) ??
      this.#where('near', known => this.#isNear(words, known.words)) ??
      this.#where('part', known => isPart(words, known.words))
    )
  }

  #where(fit: Fit, fits: (known: Known) => boolean): Found | null {
    const ids: string[] = []
    for (const known of this.#known)
      if (fits(known)) {
        ids.push(known.id)
        if (ids.length === nameBounds.found) break
      }
    return ids.length === 0 ? null : { ids, fit }
  }

  /** Word by word, each as it is or with a slip; or the beginning of the name so. */
  #isNear(words: readonly string[], known: readonly string[]): boolean {
    return (
      words.length <= known.length &&
      words.every((word, index) => word === known[index] || this.#nearTo(word).has(known[index]!))
    )
  }

  #nearTo(word: string): ReadonlySet<string> {
    let near = this.#near.get(word)
    if (near === undefined) {
      near = new Set([...this.#words].filter(known => isSlip(word, known)))
      this.#near.set(word, near)
    }
    return near
  }
}

/** Short words and those with digits have none: "EU" is not "US", "v1" not "v2". */
export function isSlip(word: string, known: string): boolean {
  if (word === known || word.length < 4 || known.length < 4 || /\d/.test(word + known)) return false
  const most = word.length >= 8 ? 2 : 1
  return distanceOf(word, known, most) <= most
}

/** All words are of the name, in their order; a short one says too little. */
function isPart(words: readonly string[], known: readonly string[]): boolean {
  let at = 0
  for (const word of words) {
    const found = known.indexOf(word, at)
    if (found === -1) return false
    at = found + 1
  }
  return words.some(word => word.length > 2)
}
