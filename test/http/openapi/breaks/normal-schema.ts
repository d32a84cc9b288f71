// A schema in the one form that is compared: the ways of saying null, one value, and several variants are
// told from each other here and nowhere else.

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly nullable?: boolean
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema
  readonly allOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly 'x-open'?: boolean
  /** `2027-12-01`: from this day on it may be gone. */
  readonly 'x-sunset'?: string
  readonly [keyword: string]: unknown
}

export interface Variants {
  /** One, unless the schema is a union; none of them is null. */
  readonly variants: readonly Schema[]
  readonly nullable: boolean
  /** The union may gain variants. */
  readonly isOpen: boolean
}

/** @param resolve what a `$ref` leads to */
export function variantsOf(schema: Schema, resolve: (schema: Schema) => Schema): Variants {
  const own = merged(schema, resolve)
  const union = own.anyOf ?? own.oneOf
  if (union === undefined)
    return {
      variants: isNull(own) ? [] : [plain(own)],
      nullable: mayBeNull(own),
      isOpen: own['x-open'] === true && own.enum === undefined,
    }
  const inner = union.map(each => ({ each, of: variantsOf(resolve(each), resolve) }))
  return {
    // A named variant keeps its name, which the comparison remembers.
    variants: inner.flatMap(({ each, of }) => (of.variants.length === 1 && each.$ref ? [each] : of.variants)),
    nullable: own.nullable === true || inner.some(({ of }) => of.nullable),
    isOpen: own['x-open'] === true || inner.some(({ of }) => of.isOpen),
  }
}

/** The types that a value may have, null aside; null: any. */
export function typesOf({ type, enum: values }: Schema): readonly string[] | null {
  if (type !== undefined) return [type].flat().filter(each => each !== 'null')
  return values === undefined ? null : [...new Set(values.map(value => typeof value))]
}

/** The fields that have one possible value, such as `kind`: they tell the variants of a union apart. */
export function constantsOf({ properties = {} }: Schema): Readonly<Record<string, string>> {
  const single = Object.entries(properties).flatMap(([name, field]) => {
    const values = field.const === undefined ? field.enum : [field.const]
    return values?.length === 1 ? [[name, String(values[0])] as const] : []
  })
  return Object.fromEntries(single)
}

export function nameOf({ $ref }: Schema): string | null {
  return $ref?.split('/').at(-1) ?? null
}

/** `allOf` as one schema. */
function merged(schema: Schema, resolve: (schema: Schema) => Schema): Schema {
  const { allOf, ...rest } = schema
  if (allOf === undefined) return rest
  const parts = [...allOf.map(part => merged(resolve(part), resolve)), rest]
  return {
    ...Object.assign({}, ...parts),
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required = [] }) => required),
  }
}

function plain(schema: Schema): Schema {
  if (schema.const === undefined && !schema.enum?.includes(null)) return schema
  const { const: only, enum: values = [only], ...rest } = schema
  return { ...rest, enum: values.filter(value => value !== null) }
}

function isNull({ type }: Schema): boolean {
  return type === 'null'
}

function mayBeNull({ nullable, type, enum: values }: Schema): boolean {
  if (type === undefined) return values === undefined || values.includes(null)
  return nullable === true || [type].flat().includes('null')
}
