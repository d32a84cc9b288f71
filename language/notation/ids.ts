// The id of a step that names none: what it calls or is, with a number where an earlier step has that id.
// Writer and reader come to the same, since both go through the steps in their order.
import type { Holder } from './slots.ts'

/** Characters of an id that is derived, without its number. */
const longest = 56

export class Ids {
  readonly #taken = new Set<string>()
  readonly #last = new Map<string, number>()

  /** What a step is called unless it says otherwise. */
  next({ kind, tool }: Holder): string {
    const base = kind === 'tool' ? baseOf(String(tool)) : String(kind)
    if (!this.#taken.has(base)) return base
    // Counts on from the last number, so that many of a name take no longer.
    let number = this.#last.get(base) ?? 2
    while (this.#taken.has(`${base}_${number}`)) number += 1
    this.#last.set(base, number)
    return `${base}_${number}`
  }

  take(id: string): void {
    this.#taken.add(id)
  }
}

function baseOf(tool: string): string {
  const words = tool
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, longest)
  return /^[a-z]/.test(words) ? words : `tool_${words}`
}
