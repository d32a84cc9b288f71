// The open steps of an execution as a tree, so that the open steps inside a step are found without a look at
// any other step. step-records.ts keeps one for the timeline. Paths are those of paths.ts.
import { framePathOf } from './paths.ts'

export class OpenSteps {
  /** By parent step: its direct open steps; '' is the plan. */
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

  /** Yields innermost steps first; a caller may delete those it has got. @param path '' for all */
  *inside(path: string): Generator<string> {
    for (const inner of this.#inside.get(path) ?? []) {
      yield* this.inside(inner)
      yield inner
    }
  }
}

/** The step that owns the frame of the step. */
function ownerOf(path: string): string {
  return framePathOf(framePathOf(path))
}
