// Which routes answer a list, found from what they declare: a new one is among them without a line.
import type { z } from 'zod'
import type { Route } from '../../http/pipeline/route.ts'

/** Can the answer be an array? */
export function isList({ options }: Route): boolean {
  return mayBeArray(options.returns)
}

// biome-ignore lint/suspicious/noExplicitAny: another shape for every type of schema
type Definition = any

function mayBeArray(schema: z.ZodType): boolean {
  const definition: Definition = schema.def
  switch (definition.type) {
    case 'array':
    case 'tuple':
    case 'set':
      return true
    case 'union':
      return definition.options.some(mayBeArray)
    case 'intersection':
      return mayBeArray(definition.left) || mayBeArray(definition.right)
    case 'pipe':
      return mayBeArray(definition.out)
    case 'lazy':
      return mayBeArray(definition.getter())
    case 'any':
      return true
    default:
      return definition.innerType !== undefined && mayBeArray(definition.innerType)
  }
}

/** Its schema tells nothing. */
export function isUntold({ options }: Route): boolean {
  return (options.returns.def as Definition).type === 'unknown'
}
