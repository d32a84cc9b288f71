// What is known of the values of a plan: of what kind of records a step gives a list, or one. It is what the
// reader knows when it reads the same words.
import { type Node, parse } from '../../../domain/expression/parse.ts'
import type { Step } from '../../../domain/plan/plan.ts'
import type { HubTool } from '../../../domain/tools/tool.ts'
import { type Lexicon, lexiconOf } from '../lexicon/tool-model.ts'
import { any, type Field, type Type } from '../lexicon/types.ts'

/** By the root of a path: `steps.<id>` as `<id>` of steps, loop variables by name. */
export class Kinds {
  readonly lexicon: Lexicon
  readonly #steps = new Map<string, { readonly type: Type; readonly path: string | null }>()
  readonly #variables = new Map<string, Type>()

  constructor(tools: readonly HubTool[]) {
    this.lexicon = lexiconOf(tools)
  }

  note(step: Step): void {
    if (step.kind === 'set') {
      const source = (step.value as { $?: unknown } | null)?.$
      if (typeof source === 'string') this.#steps.set(step.id, { type: this.ofSource(source), path: null })
      return
    }
    if (step.kind !== 'tool') return
    if (step.server === null) {
      const source = (step.args['list'] as { $?: unknown } | undefined)?.$
      if (/^list_(sort|slice)$/.test(step.tool) && typeof source === 'string')
        this.#steps.set(step.id, { type: this.ofSource(source), path: null })
      return
    }
    const gives = this.lexicon.tools.find(
      ({ tool }) => tool.server === step.server && tool.name === step.tool,
    )?.gives
    if (gives === null || gives === undefined) return
    const record: Type = { k: 'record', entity: gives.entity }
    this.#steps.set(step.id, {
      type: gives.isMany ? { k: 'list', of: record } : record,
      path: gives.isMany ? gives.path : null,
    })
  }

  /** @param list CEL; null where the variable holds no item of a list */
  bind(variable: string, list: unknown): void {
    const type = typeof list === 'string' ? this.ofSource(list) : any
    this.#variables.set(variable, type.k === 'list' ? type.of : any)
  }

  ofSource(source: string): Type {
    try {
      return this.of(parse(source))
    } catch {
      return any
    }
  }

  of(node: Node): Type {
    if (node.op === 'id') return this.#variables.get(node.args as string) ?? any
    if (node.op === '.') {
      const [base, key] = node.args as [Node, string]
      if (base.op === 'id' && base.args === 'steps') {
        const known = this.#steps.get(key)
        return known === undefined || known.path !== null ? any : known.type
      }
      if (
        base.op === '.' &&
        (base.args as [Node, string])[0].op === 'id' &&
        (base.args as [Node, string])[0].args === 'steps'
      ) {
        const known = this.#steps.get((base.args as [Node, string])[1])
        if (known?.path === key) return known.type
      }
      return this.field(node)?.type ?? any
    }
    if (node.op === 'rcall') {
      const [name, base] = node.args as [string, Node]
      return name === 'filter' ? this.of(base) : any
    }
    if (node.op === 'call') {
      const [name, [first]] = node.args as [string, Node[]]
      if (first === undefined) return any
      const of = this.of(first)
      if ((name === 'first' || name === 'last') && of.k === 'list') return of.of
      if (name === 'unique') return of
    }
    return any
  }

  /** The field of a known kind of records that a path ends in. */
  field(node: Node): Field | null {
    if (node.op !== '.') return null
    const [base, key] = node.args as [Node, string]
    const type = this.of(base)
    return type.k === 'record' ? (type.entity.fields.find(({ name }) => name === key) ?? null) : null
  }
}
