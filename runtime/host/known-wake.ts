// The Wake that the journal has stored for one actor, so that a commit writes it only when it changes. The
// actor's activation holds it.
import type { Wake } from '../journal.ts'

const nobodyWakes: Wake = { isOwing: false, at: null }

export class KnownWake {
  /** Null: unknown. */
  #wake: Wake | null = nobodyWakes

  /** The actor is new: the journal has no Wake. */
  begin(): void {
    this.#wake = nobodyWakes
  }

  /** The actor was replayed: a lost commit or another version may have stored any Wake. */
  doubt(): void {
    this.#wake = null
  }

  /** @returns the part of the next commit: empty when the journal has this Wake */
  change(wake: Wake): { wake?: Wake } {
    if (this.#wake?.isOwing === wake.isOwing && this.#wake.at === wake.at) return {}
    this.#wake = wake
    return { wake }
  }
}
