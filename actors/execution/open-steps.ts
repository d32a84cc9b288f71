// The steps of an execution that are open, as the tree that they are: what is open inside of a step is found without
// looking at any other step. Paths as in paths.ts.
import { framePathOf } from './paths.ts'

export class OpenSteps {
  /** By the step that they are directly inside of; '' is the plan. */
  readonly #inside = new Map<string, Set<string>>()

  add(path: string): void {
    const owner = ownerOf(path)
    const beside = this.#inside.get(owner)
    if (beside) beside.add(path)
    else this.#inside.set(owner, new Set([path]))
  }

  delete(path: string): void {
    const owner = ownerOf(path)
    const beside = this.#inside.get(owner)
    if (beside?.delete(path) && beside.size === 0) this.#inside.delete(owner)
  }

  /** Innermost first; those that have been given may be deleted meanwhile. @param path '' for all */
  *inside(path: string): Generator<string> {
    for (const inner of this.#inside.get(path) ?? []) {
      yield* this.inside(inner)
      yield inner
    }
  }
}

/** A step stands in a frame, and the frame belongs to a step. */
function ownerOf(path: string): string {
  return framePathOf(framePathOf(path))
}
