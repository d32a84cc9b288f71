// Values to try something with, made of what the schema says: examples, defaults, choices, names. Pure.

import { textsOf } from './read-texts.ts'
import { isRecord, kindOf, propertiesOf, type Schema, type Texts } from './shape.ts'

/** What is known about how a plan uses the inputs. */
export interface Uses {
  /** Columns of tables that the texts of files may hold. */
  readonly columns: readonly string[]
  /** Names of inputs that it calculates with. */
  readonly numbers: readonly string[]
}

const unused: Uses = { columns: [], numbers: [] }

export function sampleTexts(schema: Schema, uses: Uses = unused): Texts {
  const values = propertiesOf(schema).map(({ name, schema: of }) => [name, sampleOf(name, of, uses)])
  return textsOf(schema, Object.fromEntries(values))
}

function sampleOf(name: string, given: Schema, uses: Uses): unknown {
  const of = plainest(given)
  const { examples, default: usual } = of
  if (Array.isArray(examples) && examples.length > 0) return examples[0]
  if (usual !== undefined) return usual
  const kind = kindOf(of)
  switch (kind) {
    case 'choice':
      return (of['enum'] as unknown[]).find(each => each !== null)
    case 'boolean':
      return true
    case 'number':
    case 'integer':
      return sampleNumber(name, of)
    case 'date':
      return '2027-03-01'
    case 'list':
      return isRecord(of['items']) && kindOf(of['items']) !== 'any'
        ? [sampleOf(name, of['items'], uses)]
        : ['Ada', 'Grace']
    case 'object':
    case 'json':
      return { name: 'Ada', amount: 100 }
    case 'any':
      if (uses.numbers.includes(name)) return sampleNumber(name, of)
  }
  return sampleText(name, String(of['description'] ?? ''), uses.columns)
}

/** Of a schema that allows several types, or none: the first that is something. */
function plainest(of: Schema): Schema {
  const { type, anyOf, oneOf, ...rest } = of
  if (Array.isArray(type)) return { ...of, type: type.find(each => each !== 'null') }
  const choices = Array.isArray(anyOf) ? anyOf : oneOf
  if (type !== undefined || !Array.isArray(choices)) return of
  const first = choices.find(each => isRecord(each) && each['type'] !== 'null')
  return isRecord(first) ? plainest({ ...rest, ...first }) : of
}

/** Within the bounds of the schema, and what its name makes one expect where that is possible. */
function sampleNumber(name: string, of: Schema): number {
  const bound = (keyword: string) => (typeof of[keyword] === 'number' ? of[keyword] : undefined)
  const step = bound('multipleOf') ?? 1
  const above = bound('exclusiveMinimum')
  const least = bound('minimum') ?? (above === undefined ? undefined : (Math.floor(above / step) + 1) * step)
  const below = bound('exclusiveMaximum')
  const most = bound('maximum') ?? (below === undefined ? undefined : (Math.ceil(below / step) - 1) * step)
  if (least !== undefined) return Math.ceil(least / step) * step
  const found = usual.find(([pattern, value]) => typeof value === 'number' && pattern.test(name))
  const expected = Math.min(Number(found?.[1] ?? 100), most ?? Number.POSITIVE_INFINITY)
  return Math.floor(expected / step) * step
}

const usual: readonly (readonly [RegExp, string | number])[] = [
  [/e-?mail|address/i, 'ada@example.com'],
  [/url|link|page|site/i, 'https://example.com'],
  [/phone|mobile/i, '+49 30 123456'],
  [/date|day|due|when/i, '2027-03-01'],
  [/amount|total|price|min|max|limit|sum|goal|budget|score/i, 100],
  [/count|number|top|^n$|days|hours/i, 3],
  [/country/i, 'DE'],
  [/city/i, 'Berlin'],
  [/id$/i, 'A-1001'],
  [/item|product|title/i, 'Apples'],
  [/name|customer|person|who/i, 'Ada'],
]

function sampleText(name: string, description: string, columns: readonly string[]): unknown {
  if (/csv/i.test(description)) return tableOf(columns)
  if (/json/i.test(description)) return '[{"name": "Ada", "amount": 120}, {"name": "Grace", "amount": 75}]'
  const found = usual.find(([pattern]) => pattern.test(name))
  return found?.[1] ?? (/text|note|message|body/i.test(name) ? 'Call Ada back before Friday.' : 'Ada')
}

function tableOf(columns: readonly string[]): string {
  const names = columns.length > 0 ? columns : ['name', 'amount']
  const cell = (name: string, line: number) => {
    const found = usual.find(([pattern]) => pattern.test(name))?.[1] ?? 'Ada'
    if (typeof found === 'number') return found * (line + 1)
    return found === 'Ada' ? ['Ada', 'Grace', 'Linus'][line]! : found
  }
  const lines = [0, 1, 2].map(line => names.map(name => cell(name, line)).join(','))
  return [names.join(','), ...lines].join('\n')
}
