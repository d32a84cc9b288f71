// Inputs that may be the worst: values as recipes, so that a search can change one a little (search.ts).
import type { Json, JsonSchema } from '../../domain/json.ts'
import type { Random } from '../simulation/random.ts'

/** A text, or a list or object of texts and numbers, by what repeats in it and how often. */
export interface Recipe {
  readonly shape: 'text' | 'list' | 'map' | 'table' | 'nest' | 'number'
  readonly unit: string
  /** How often the unit is repeated in one text. */
  readonly repeats: number
  /** What stands at the end of each text. */
  readonly end: string
  /** Items, keys or levels. */
  readonly count: number
  /** Are all items the same? */
  readonly isSame: boolean
}

const shapes = ['text', 'list', 'map', 'table', 'nest', 'number'] as const
const units = [
  ...[
    'a',
    'ab',
    'aab',
    ' ',
    '1',
    '-',
    '.',
    ',',
    '"',
    '\n',
    '\r\n',
    '\\',
    '[',
    '{"a":',
    '<b>',
    '<a b=c>',
    '{{a}}',
  ],
  ...[
    'é',
    'İ',
    '漢',
    '🔑',
    '\u0301',
    '=1;',
    'a.',
    'a,b\n',
    '"",',
    '(',
    '(a|',
    'a*',
    '[ab]{0,9}',
    '\\pL',
    '1e',
    '%41',
  ],
  ...['2026-01-01', '+', '#', '*', '> ', '- ', '`', '|', '&amp;', '<!--', '${', '1,', 'null,', '0.1'],
]
const ends = ['', 'b', 'x', '!', '"', ']', '}', '\n', 'a'.repeat(30), '1']
const counts = [0, 1, 2, 10, 100, 1_000, 10_000, 50_000, 200_000]

/** As many as the body of a request may hold (http/pipeline/body/json-text.ts). */
const mostItems = { text: 1, number: 100_000, list: 100_000, map: 10_000, table: 40_000, nest: 60 } as const

/** Characters of all texts of a value together: as much as a request may hold. */
const mostCharacters = 1_000_000

export function anyRecipe(random: Random, shape = random.pick(shapes)): Recipe {
  const [count, repeats] = [random.pick(counts), random.pick(counts)]
  return {
    shape,
    unit: random.pick(units),
    repeats,
    end: random.pick(ends),
    count,
    isSame: random.chance(0.5),
  }
}

/** The recipe with one thing changed. */
export function changed(recipe: Recipe, random: Random): Recipe {
  const other = anyRecipe(random, recipe.shape)
  const key = random.pick(['unit', 'repeats', 'end', 'count', 'isSame', 'repeats', 'count'] as const)
  if (random.chance(0.3) && (key === 'repeats' || key === 'count')) {
    return { ...recipe, [key]: Math.floor(recipe[key] * random.pick([0.5, 0.9, 1.1, 2])) }
  }
  return { ...recipe, [key]: other[key] }
}

export function valueFrom(recipe: Recipe): Json {
  const { shape, unit, repeats, end, isSame } = recipe
  const count = Math.min(recipe.count, mostItems[shape])
  const share = Math.floor(mostCharacters / Math.max(1, shape === 'text' ? 1 : count) / unit.length)
  const text = unit.repeat(Math.min(repeats, share)) + end
  const own = (index: number) => (isSame ? text : `${text}${index}`)
  const indices = Array.from({ length: count }, (_, index) => index)
  switch (shape) {
    case 'text':
      return text
    case 'number':
      return Number(`${count}.${repeats}`)
    case 'list':
      return indices.map(index => (unit === '1' ? index : own(index)))
    case 'map':
      return Object.fromEntries(indices.map(index => [`k${index}`, own(index)]))
    case 'table':
      return indices.map(index => ({ id: index, total: own(index) }))
    case 'nest':
      return indices.reduce<Json>(inner => (isSame ? [inner, unit] : { a: inner }), text)
  }
}

/** A recipe for a place that takes a schema's type. */
export function shapesFor({ type }: JsonSchema): readonly Recipe['shape'][] {
  switch (type) {
    case 'string':
      return ['text']
    case 'array':
      return ['list', 'table']
    case 'object':
      return ['map', 'nest']
    case 'number':
    case 'integer':
      return ['number']
    default:
      return shapes
  }
}
