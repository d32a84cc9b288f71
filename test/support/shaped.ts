// Random values of a zod shape, for properties: whatever a request may hold. A field that is added to a shape
// is drawn from then on.
import fc from 'fast-check'
import type { z } from 'zod'

type Any = fc.Arbitrary<unknown>

interface Def {
  readonly type: string
  readonly shape?: { readonly [field: string]: z.ZodType }
  readonly innerType?: z.ZodType
  readonly element?: z.ZodType
  readonly options?: readonly z.ZodType[]
  readonly entries?: { readonly [name: string]: string }
  readonly values?: readonly unknown[]
  readonly keyType?: z.ZodType
  readonly valueType?: z.ZodType
  readonly in?: z.ZodType
  readonly items?: readonly z.ZodType[]
  readonly defaultValue?: unknown
}

/** What is drawn for some shapes in place of what they say of themselves. */
export type Instead = (shape: z.ZodType) => Any | undefined

export function shaped(shape: z.ZodType, instead: Instead): Any {
  const own = instead(shape)
  if (own !== undefined) return own
  const def = shape._zod.def as unknown as Def
  const inner = (each: z.ZodType) => shaped(each, instead)
  switch (def.type) {
    case 'optional':
      return fc.option(inner(def.innerType!), { nil: undefined })
    case 'default':
    case 'nonoptional':
      return inner(def.innerType!)
    case 'nullable':
      return fc.option(inner(def.innerType!), { nil: null })
    case 'pipe':
      return inner(def.in!)
    case 'object':
      return objectOf(def.shape!, instead)
    case 'array':
      return fc.array(inner(def.element!), { maxLength: 3 })
    case 'tuple':
      return fc.tuple(...def.items!.map(inner))
    case 'record':
      return fc.dictionary(inner(def.keyType!) as fc.Arbitrary<string>, inner(def.valueType!), { maxKeys: 3 })
    case 'union':
      return fc.oneof(...def.options!.map(inner))
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries!))
    case 'literal':
      return fc.constantFrom(...def.values!)
    case 'boolean':
      return fc.boolean()
    case 'number':
    case 'int':
      return fc.integer({ min: sizes(shape).minimum, max: Math.min(sizes(shape).maximum, 1e11) })
    case 'string':
      return textOf(shape)
    default:
      throw new Error(`nothing is drawn for ${def.type}`)
  }
}

/** Without the fields that are absent. */
function objectOf(shape: { readonly [field: string]: z.ZodType }, instead: Instead): Any {
  const fields = Object.entries(shape).map(([field, each]) => [field, shaped(each, instead)] as const)
  return fc
    .record(Object.fromEntries(fields))
    .map(drawn => Object.fromEntries(Object.entries(drawn).filter(([, value]) => value !== undefined)))
}

function textOf(shape: z.ZodType): Any {
  const { pattern, minimum, maximum } = sizes(shape)
  if (pattern !== undefined) return fc.stringMatching(pattern, { size: 'small' })
  return fc.string({ unit: 'binary', minLength: minimum, maxLength: Math.min(maximum, 20) })
}

/** What zod found in the checks of a shape. */
function sizes(shape: z.ZodType): {
  readonly pattern: RegExp | undefined
  readonly minimum: number
  readonly maximum: number
} {
  const { minValue, maxValue, minLength, maxLength, _zod } = shape as unknown as {
    readonly minValue?: number | null
    readonly maxValue?: number | null
    readonly minLength?: number | null
    readonly maxLength?: number | null
    readonly _zod: { readonly bag: { readonly patterns?: ReadonlySet<RegExp> } }
  }
  const [pattern] = _zod.bag.patterns ?? []
  return {
    pattern,
    minimum: minValue ?? minLength ?? 0,
    maximum: maxValue ?? maxLength ?? Number.POSITIVE_INFINITY,
  }
}
