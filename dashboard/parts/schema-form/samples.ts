// Values to try something with, made of what the schema says: examples, defaults, choices, names. Pure.

import { textsOf } from './read-texts.ts'
import { isRecord, kindOf, propertiesOf, type Schema, type Texts } from './shape.ts'

/** @param columns of tables that the texts of files may hold */
export function sampleTexts(schema: Schema, columns: readonly string[] = []): Texts {
  const values = propertiesOf(schema).map(({ name, schema: of }) => [name, sampleOf(name, of, columns)])
  return textsOf(schema, Object.fromEntries(values))
}

function sampleOf(name: string, of: Schema, columns: readonly string[]): unknown {
  const { examples, default: usual } = of
  if (Array.isArray(examples) && examples.length > 0) return examples[0]
  if (usual !== undefined) return usual
  const kind = kindOf(of)
  switch (kind) {
    case 'choice':
      return (of['enum'] as unknown[])[0]
    case 'boolean':
      return true
    case 'number':
    case 'integer':
      return Number(of['minimum'] ?? 100)
    case 'date':
      return '2027-03-01'
    case 'list':
      return isRecord(of['items']) && kindOf(of['items']) !== 'any'
        ? [sampleOf(name, of['items'], columns)]
        : ['Ada', 'Grace']
    case 'object':
    case 'json':
      return { name: 'Ada', amount: 100 }
    default:
      return sampleText(name, String(of['description'] ?? ''), columns)
  }
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
