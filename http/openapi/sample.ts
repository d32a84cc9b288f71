// Makes a value that fits a schema of the document, the same every time: the schema's own example, else a
// known value for the field name, else the simplest one. Optional fields are shown until a schema repeats
// itself.
import { coherent, exampleId, kindOfSchema, knownValue } from './known-values.ts'
import { isNode, type Node } from './normalize.ts'

/**
 * @param kind of the resource whose `id` it is, null for none
 * @param name of the field
 */
export type Sampler = (schema: unknown, kind: string | null, name?: string) => unknown

interface Place {
  readonly kind: string | null
  readonly name: string
  /** Names of the schemas around it. */
  readonly within: readonly string[]
}

/** Fields that are usually absent. */
const isUsuallyNull = /^(error|forkedFrom|revokedAt|failingSince|deletedAt|disabledAt)$/

/** Optional fields below this depth are left out. */
const depth = 4

export function createSampler(schemas: Readonly<Record<string, Node>>): Sampler {
  function sample(schema: Node, place: Place): unknown {
    if (typeof schema['$ref'] === 'string') return sampleNamed(schema['$ref'].split('/').at(-1)!, place)
    if (schema['example'] !== undefined) return schema['example']
    const branches = schema['allOf'] ?? schema['oneOf'] ?? schema['anyOf']
    if (Array.isArray(branches)) return sample(branches[0] as Node, place)
    if (Array.isArray(schema['enum'])) return schema['enum'].find(value => value !== null)
    switch (schema['type']) {
      case 'object':
        return sampleObject(schema, place)
      case 'array':
        return sampleArray(schema, place)
      case undefined:
        return knownValue(place.name, {}) ?? 'anything'
      default:
        return scalar(schema, place)
    }
  }

  function sampleNamed(name: string, place: Place): unknown {
    const kind = kindOfSchema(name) ?? place.kind
    const made = sample(schemas[name] ?? {}, { ...place, kind, within: [...place.within, name] })
    const together = coherent[name.replace(/Input$/, '')]
    return together && isNode(made) ? { ...made, ...together } : made
  }

  function sampleObject(schema: Node, place: Place): Node {
    const required = (schema['required'] ?? []) as string[]
    const made: Node = {}
    for (const [name, member] of Object.entries((schema['properties'] ?? {}) as Record<string, Node>)) {
      const isShown = !repeats(member, place.within) && place.within.length < depth
      if (member['nullable'] === true && isUsuallyNull.test(name)) made[name] = null
      else if (required.includes(name) || isShown) made[name] = sample(member, { ...place, name })
    }
    if (Object.keys(made).length > 0 || !schema['additionalProperties']) return made
    const known = knownValue(place.name, schema)
    if (isNode(known)) return known
    return isNode(schema['additionalProperties'])
      ? { name: sample(schema['additionalProperties'], { ...place, name: '' }) }
      : {}
  }

  function sampleArray(schema: Node, place: Place): unknown[] {
    const items = (schema['items'] ?? {}) as Node
    const count = Number(schema['minItems'] ?? 1)
    if (schema['minItems'] === undefined && repeats(items, place.within)) return []
    const name = place.name.replace(/s$/, '')
    return Array.from({ length: Math.max(1, count) }, () => sample(items, { ...place, name }))
  }

  function repeats(schema: unknown, within: readonly string[]): boolean {
    return within.some(name => JSON.stringify(schema).includes(`"#/components/schemas/${name}"`))
  }

  return (schema, kind, name = '') => sample(schema as Node, { kind, name, within: [] })
}

function scalar(schema: Node, { name, kind }: Place): unknown {
  const known = name === 'id' && kind !== null ? exampleId(kind) : knownValue(name, schema)
  if (known !== undefined && fits(known, schema)) return known
  switch (schema['type']) {
    case 'boolean':
      return schema['default'] ?? true
    case 'string':
      return textFor(schema)
    default:
      return schema['default'] ?? Math.max(1, Number(schema['minimum'] ?? 1))
  }
}

const texts = ['example', '0'.repeat(64), '2026-11-22', 'https://example.com/hook', 'example_name', '1', 'a']

function textFor(schema: Node): unknown {
  if (schema['nullable'] && schema['pattern'] !== undefined) return null
  return texts.find(text => fits(text, schema)) ?? schema['default'] ?? 'example'
}

function fits(value: unknown, schema: Node): boolean {
  const { type, pattern, minLength = 0, maxLength = Infinity, minimum, maximum } = schema
  if (typeof value === 'string') {
    if (type !== 'string' || value.length < Number(minLength) || value.length > Number(maxLength))
      return false
    return pattern === undefined || new RegExp(String(pattern), 'u').test(value)
  }
  if (typeof value === 'boolean') return type === 'boolean'
  if (typeof value !== 'number' || (type !== 'number' && type !== 'integer')) return false
  if (type === 'integer' && !Number.isInteger(value)) return false
  return value >= Number(minimum ?? -Infinity) && value <= Number(maximum ?? Infinity)
}
