// Derives the schema of a workflow's inputs: a property for each `inputs.<name>` that the plan reads,
// required unless some reading tolerates its absence, typed by the tool argument that is nothing but this
// input. Called by domain/compiler/compiler.ts.

import type { Computed } from '../expression/expression.ts'
import type { Json, JsonSchema } from '../json.ts'
import { own } from '../own.ts'

/** Keywords of an argument's schema that hold for the input that feeds it. */
const carried = ['type', 'enum', 'format', 'description'] as const

export class InputsReader {
  readonly #known: { readonly [name: string]: JsonSchema }
  readonly #found = new Map<string, JsonSchema>()
  readonly #optional = new Set<string>()

  constructor(known: { readonly [name: string]: JsonSchema }) {
    this.#known = known
  }

  read(computed: Computed): void {
    for (const name of computed.inputs) if (!this.#found.has(name)) this.#found.set(name, {})
    for (const name of computed.optionalInputs) this.#optional.add(name)
  }

  /**
   * Notes that an argument of this schema is nothing but the input. Arguments of different types leave the
   * input untyped.
   */
  feeds(name: string, schema: JsonSchema): void {
    const before = this.#found.get(name) ?? {}
    const carriedOver: Record<string, Json> = {}
    for (const keyword of carried) if (schema[keyword] !== undefined) carriedOver[keyword] = schema[keyword]
    if (before['type'] === undefined) this.#found.set(name, carriedOver)
    else if (before['type'] !== carriedOver['type']) this.#found.set(name, narrowType(before, carriedOver))
  }

  /** Those that some reading cannot do without. */
  required(): readonly string[] {
    return [...this.#found.keys()].sort().filter(name => !this.#optional.has(name))
  }

  schema(): JsonSchema {
    const names = [...this.#found.keys()].sort()
    return {
      type: 'object',
      properties: Object.fromEntries(
        names.map(name => [name, own(this.#known, name) ?? this.#found.get(name)!]),
      ),
      required: this.required(),
      additionalProperties: true,
    }
  }
}

/** An integer is a number too; other pairs of types have nothing in common. */
function narrowType(a: JsonSchema, b: JsonSchema): JsonSchema {
  const types = [a['type'], b['type']]
  if (types.includes('integer') && types.includes('number')) return { type: 'integer' }
  return types.includes(undefined as never) ? a : {}
}
