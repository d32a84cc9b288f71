// The ids of a plan that are no ids of ours (`getOrders`, `fetch-orders`), and where they are said.
import { isObject, type Json, type JsonObject } from '../../json.ts'
import { identifierPattern } from '../../plan/shapes.ts'
import { withInside } from './inside.ts'
import type { Tell } from './mended-plan.ts'

const roots = ['inputs', 'steps', 'now']

export class Names {
  readonly #ids = new Map<string, string>()

  constructor(steps: readonly JsonObject[], tell: Tell) {
    const all = allIn(steps)
    const taken = new Set(all.map(({ id }) => String(id)).filter(id => identifierPattern.test(id)))
    for (const { id } of all) {
      const said = String(id)
      if (this.#ids.has(said)) continue
      const mended = identifierPattern.test(said) ? said : free(snake(said), taken)
      taken.add(mended)
      this.#ids.set(said, mended)
      if (mended !== said) tell(mended, `the id ${JSON.stringify(said.slice(0, 60))} is taken as ${mended}`)
    }
  }

  isKnown(root: string): boolean {
    return roots.includes(root) || this.#ids.has(root)
  }

  /**
   * `steps["get-orders"]`, `steps.getOrders` and a bare `getOrders.total` by the ids that the steps have now.
   */
  inExpression(source: string, variables: (root: string) => boolean): string {
    return source
      .split(/("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/)
      .map((part, index, parts) =>
        index % 2 === 1 ? part : this.#renamed(part, parts[index - 1], variables),
      )
      .join('')
      .replaceAll(/\bsteps\s*\[\s*["']([^"'\]]+)["']\s*\]/g, (whole, id: string) =>
        this.#ids.has(id) ? `steps.${this.#ids.get(id)!}` : whole,
      )
  }

  #renamed(code: string, _before: string | undefined, isVariable: (root: string) => boolean): string {
    return code.replaceAll(
      /(?<![\w.])(steps\s*\.\s*)?([A-Za-z_][\w]*)(?=\s*(?:\.|\[|$|[^\w\s(]))/g,
      (whole, prefix: string | undefined, name: string) => {
        const id = this.#ids.get(name)
        if (id === undefined) return whole
        if (prefix !== undefined) return `steps.${id}`
        return isVariable(name) || roots.includes(name) ? whole : `steps.${id}`
      },
    )
  }

  renamed(steps: readonly JsonObject[]): readonly JsonObject[] {
    return steps.map(step => {
      const { id, after } = step
      const named = { ...step, id: this.#ids.get(String(id)) ?? String(id) }
      const placed = Array.isArray(after)
        ? { ...named, after: (after as readonly Json[]).map(each => this.#ids.get(String(each)) ?? each) }
        : named
      return withInside(placed as JsonObject, list => this.renamed(list as readonly JsonObject[]))
    })
  }
}

function allIn(steps: readonly JsonObject[]): readonly JsonObject[] {
  const all: JsonObject[] = []
  for (const step of steps) {
    all.push(step)
    withInside(step, list => {
      all.push(...allIn((list as readonly Json[]).filter(isObject) as readonly JsonObject[]))
      return list as readonly JsonObject[]
    })
  }
  return all
}

function snake(said: string): string {
  const words = said
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[^a-z]+|_+$/g, '')
  return words.slice(0, 50) || 'step'
}

function free(name: string, taken: ReadonlySet<string>): string {
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? name : `${name}_${n}`
    if (!taken.has(candidate)) return candidate
  }
}
