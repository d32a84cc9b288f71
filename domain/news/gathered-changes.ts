// Changes that wait for their reader: of one thing only the last, and of all together a bounded number.
// Hosts gather what they report (actors/change-reports.ts), live streams what they send (http/live/).
import type { Change } from './change.ts'

/** More than a page of a list shows. */
export const mostChanges = 200

export class GatheredChanges {
  /** In the order of their last change. */
  readonly #changes = new Map<string, Change>()
  #isMissing = false

  /** One more thing than `mostChanges` is missed. */
  add(change: Change): void {
    if (change.type === 'missed') {
      this.#isMissing = true
      return
    }
    const key = keyOf(change)
    if (this.#changes.delete(key) || this.#changes.size < mostChanges) this.#changes.set(key, change)
    else this.#isMissing = true
  }

  get isEmpty(): boolean {
    return this.#changes.size === 0 && !this.#isMissing
  }

  /** All of them, and forgets them. What was missed comes last. */
  take(): readonly Change[] {
    const changes = [...this.#changes.values()]
    if (this.#isMissing) changes.push({ type: 'missed' })
    this.#changes.clear()
    this.#isMissing = false
    return changes
  }
}

/** Identifiers say what they are of, so two things have two. */
function keyOf(change: Exclude<Change, { readonly type: 'missed' }>): string {
  if (change.type === 'tools') return change.type
  return change.type === 'notifications' ? change.userId : change.id
}
