// The schema of a workflow's inputs, derived: a property for each `inputs.<name>` that is read anywhere, required
// unless the plan reads it where it may be absent, typed by the tool argument that it is the whole of.
import type { Computed } from '../expression.ts'
import type { Json, JsonSchema } from '../json.ts'

/** What of an argument's schema holds for the input that feeds it. */
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

  /** The input is the whole of an argument of this schema. Two arguments of different types leave it untyped. */
  feeds(name: string, schema: JsonSchema): void {
    const before = this.#found.get(name) ?? {}
    const carriedOver: Record<string, Json> = {}
    for (const keyword of carried) if (schema[keyword] !== undefined) carriedOver[keyword] = schema[keyword]
    if (before['type'] === undefined) this.#found.set(name, carriedOver)
    else if (before['type'] !== carriedOver['type']) this.#found.set(name, narrowed(before, carriedOver))
  }

  schema(): JsonSchema {
    const names = [...this.#found.keys()].sort()
    return {
      type: 'object',
      properties: Object.fromEntries(names.map(name => [name, this.#known[name] ?? this.#found.get(name)!])),
      required: names.filter(name => !this.#optional.has(name)),
      additionalProperties: true,
    }
  }
}

/** A whole number is a number too; other pairs have nothing in common that could be said. */
function narrowed(a: JsonSchema, b: JsonSchema): JsonSchema {
  const types = [a['type'], b['type']]
  if (types.includes('integer') && types.includes('number')) return { type: 'integer' }
  return types.includes(undefined as never) ? a : {}
}
