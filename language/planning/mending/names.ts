// The ids of a plan that are no ids of ours (`getOrders`, `fetch-orders`), and where they are said.
import { isObject, type Json, type JsonObject } from '../../../domain/json.ts'
import { identifierPattern } from '../../../domain/plan/shapes.ts'
import { escaped, snake, type Tell } from './draft.ts'
import { allIn, withInside } from './inside.ts'
import { type NamedStep, stepMeant } from './step-meant.ts'

const roots = ['inputs', 'steps', 'now']

/** Variables where an expression stands: by the name that is said, the one that it has now. */
export type Variables = ReadonlyMap<string, string>

export interface Others {
  /** What steps are called by beside their ids. */
  readonly aliases: ReadonlyMap<string, string>
  /** That the plan declares. */
  readonly inputs: readonly string[]
}

export class Names {
  /** By the id that was said, the one that the step has now. */
  readonly ids: ReadonlyMap<string, string>
  readonly #steps: readonly NamedStep[]
  readonly #tell: Tell
  readonly #others: Others

  constructor(steps: readonly Json[], others: Others, tell: Tell) {
    this.#tell = tell
    this.#others = others
    const all = allIn(steps)
    const taken = new Set(all.map(({ id }) => String(id)).filter(id => identifierPattern.test(id)))
    const ids = new Map<string, string>()
    for (const { id } of all) {
      const said = String(id)
      if (ids.has(said)) continue
      const mended = identifierPattern.test(said) ? said : free(snake(said), taken)
      taken.add(mended)
      ids.set(said, mended)
      if (mended !== said) tell(mended, `the id ${JSON.stringify(said.slice(0, 60))} is taken as ${mended}`)
    }
    this.ids = ids
    this.#steps = all.map(({ id, kind, tool, server }) => ({
      id: String(id),
      kind: String(kind),
      tool: typeof tool === 'string' ? tool : null,
      server: typeof server === 'string' ? server : null,
    }))
  }

  /** The id that the step has now; null where no step, or several, can be meant. */
  refersTo(said: string, isWord = false): string | null {
    const id = stepMeant(said, this.#steps, isWord) ?? this.#others.aliases.get(said) ?? null
    return id === null ? null : (this.ids.get(id) ?? null)
  }

  isKnown(root: string): boolean {
    return roots.includes(root) || this.#others.inputs.includes(root) || this.refersTo(root, true) !== null
  }

  /** `steps["get-orders"]`, `steps.getOrders`, a bare `getOrders.total`, and variables by their names now. */
  inExpression(source: string, variables: Variables): string {
    const bound = new Map([...variables, ...boundIn(source).map(name => [name, name] as const)])
    return this.#withOddIds(source)
      .replaceAll(/\bsteps\s*\[\s*(["'])([^"'\]]+)\1\s*\]/g, (whole, _, said: string) => {
        const id = this.refersTo(said)
        return id === null ? whole : `steps.${id}`
      })
      .split(/("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/)
      .map((part, index) => (index % 2 === 1 ? part : this.#renamed(part, bound)))
      .join('')
  }

  /** `steps.Get-Orders`, `steps.Get Orders`: ids that are no words. */
  #withOddIds(source: string): string {
    const odd = [...this.ids]
      .filter(([said]) => /[^\w]|^\d/.test(said))
      .toSorted(([a], [b]) => b.length - a.length)
    return odd.reduce((text, [said, id]) => {
      if (!text.includes(`steps.${said}`)) return text
      const at = new RegExp(`\\bsteps\\.${escaped(said)}(?![\\w-])`, 'g')
      return text.replaceAll(at, `steps.${id}`)
    }, source)
  }

  #renamed(code: string, bound: Variables): string {
    return code.replaceAll(
      /(?<![\w.?"'])((?:steps?|outputs|results)\s*\.\s*)?([A-Za-z_]\w*)(?=\s*(?:\.|\[|$|[^\w\s("']))/g,
      (whole, prefix: string | undefined, name: string) => {
        if (prefix === undefined && bound.has(name)) return bound.get(name)!
        const root = prefix?.replace(/[\s.]+$/, '')
        if (root !== undefined && root !== 'steps' && bound.has(root)) return whole
        if (prefix === undefined && (roots.includes(name) || words.includes(name))) return whole
        const id = this.refersTo(name, prefix === undefined)
        if (prefix !== undefined || !this.#others.inputs.includes(name))
          return id === null ? whole : `steps.${id}`
        // A step and an input of one name are not told apart.
        return id === null ? `inputs.${name}` : whole
      },
    )
  }

  #placed(step: string, said: Json): Json {
    const id = this.refersTo(String(said)) ?? said
    if (id !== said) this.#tell(`${step}.after`, `${said} is taken as ${id}`)
    return id
  }

  renamed(steps: readonly Json[]): readonly Json[] {
    return steps.map(sent => {
      if (!isObject(sent)) return sent
      const step = sent as JsonObject
      const { id, after } = step
      const named = { ...step, id: this.ids.get(String(id)) ?? String(id) }
      const placed = Array.isArray(after)
        ? { ...named, after: (after as readonly Json[]).map(each => this.#placed(named.id, each)) }
        : named
      return withInside(placed, list => this.renamed(list))
    })
  }
}

const words = ['true', 'false', 'null', 'in', 'steps', 'error', 'and', 'or', 'not', 'if', 'else', 'for', 'is']

/** Variables that the expression binds itself: of a macro, an arrow, a comprehension. */
function boundIn(source: string): readonly string[] {
  const patterns = [
    /\.\w+\(\s*([A-Za-z_]\w*)\s*,/g,
    /([A-Za-z_]\w*)\s*\)?\s*=>/g,
    /\(\s*([A-Za-z_]\w*)\s*,\s*[A-Za-z_]\w*\s*\)\s*=>/g,
    /\bfor\s+([A-Za-z_]\w*)\s+in\b/g,
  ]
  return patterns.flatMap(pattern => [...source.matchAll(pattern)].map(([, name]) => name!))
}

function free(name: string, taken: ReadonlySet<string>): string {
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? name : `${name}_${n}`
    if (!taken.has(candidate)) return candidate
  }
}
