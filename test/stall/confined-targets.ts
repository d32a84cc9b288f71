// What a user can have computed in threads that can be ended, as functions of recipes: prompts, searches,
// schemas with values, and files for the tools of ours (domain/budgets/computations.ts).
import type { JsonObject, JsonSchema } from '../../domain/json.ts'
import type { HubTool } from '../../domain/tools/tool.ts'
import { openThinking, thinkingBounds } from '../../language/thinking/thinking.ts'
import { builtinTools } from '../../rpc/builtin/builtin-tools.ts'
import { confinedBounds } from '../../rpc/first-party/confined.ts'
import { firstPartyServers } from '../../rpc/first-party/first-party.ts'
import type { FirstPartyContext } from '../../rpc/first-party/first-party-server.ts'
import { ConfinedPool } from '../../runtime/process/confined.ts'
import type { Random } from '../simulation/random.ts'
import { anyRecipe, changed, type Recipe, shapesFor, valueFrom } from './inputs.ts'
import { type Recipes, schemaOf } from './targets.ts'

export interface ConfinedTarget {
  readonly name: string
  begin(random: Random): Recipes
  change(recipes: Recipes, random: Random): Recipes
  /** @throws what the work throws: a bound that it met, or a defect of ours */
  run(recipes: Recipes): Promise<unknown>
}

export interface ConfinedTargets {
  readonly all: readonly ConfinedTarget[]
  close(): Promise<void>
}

/** As in the service, but nobody waits for long. */
const timeoutMs = 3_000
const organizationId = 'org_a'
const signal = new AbortController().signal

export function openConfinedTargets(): ConfinedTargets {
  const thinking = openThinking({ ...thinkingBounds, timeoutMs })
  const pool = new ConfinedPool({ ...confinedBounds, timeoutMs })
  const asker = { organizationId }
  const tools: readonly HubTool[] = builtinTools.map(tool => ({ ...tool, server: null }))
  const context = () => ({ ...asker, tools, timeZone: 'UTC', deadline: Date.now() + timeoutMs, signal })
  const thinkers: ConfinedTarget[] = [
    target('plan', { prompt: words }, ({ prompt }) =>
      thinking.reader.plan(textOf(prompt, 20_000), context()),
    ),
    target('suggest', { prompt: words }, ({ prompt }) => {
      const text = textOf(prompt, 20_000)
      return thinking.reader.suggest!(text, text.length, context())
    }),
    target('search', { words }, ({ words }) => thinking.search(asker, tools, textOf(words, 1_000))),
    ...keywords.map(keyword =>
      target(`check ${keyword}`, { size: 'list', value: 'any' }, ({ size, value }) =>
        thinking.check(asker, schemaFrom(keyword, size!), valueFrom(value!)),
      ),
    ),
  ]
  const confined = pool.of(organizationId)
  const parts = { confined, signal, timeoutMs, settings: {} } as Partial<FirstPartyContext>
  const filed = firstPartyServers
    .filter(({ slug }) => ['calendar', 'documents', 'spreadsheet', 'text-json'].includes(slug))
    .flatMap(server => server.tools.map(tool => toolTarget(server.slug, tool, parts as FirstPartyContext)))
  return {
    all: [...thinkers, ...filed],
    close: async () => void (await Promise.all([thinking.close(), pool.close()])),
  }
}

const keywords = ['enum', 'pattern', 'anyOf', 'patternProperties', 'contains', '$ref']

function schemaFrom(keyword: string, size: Recipe): JsonSchema {
  return { type: ['array', 'object', 'string', 'number'], items: schemaOf(keyword, valueFrom(size) as never) }
}

/** What each of them is made of, by name. */
type Kinds = { readonly [name: string]: readonly string[] | Recipe['shape'] | 'any' }

function target(
  name: string,
  kinds: Kinds,
  run: (recipes: Recipes) => Promise<unknown> | unknown,
): ConfinedTarget {
  const recipeOf = (kind: Kinds[string], random: Random): Recipe => {
    if (kind === 'any') return anyRecipe(random)
    if (typeof kind === 'string') return anyRecipe(random, kind)
    return { ...anyRecipe(random, 'text'), unit: random.pick(kind), end: random.pick(kind) }
  }
  return {
    name,
    begin: random =>
      Object.fromEntries(Object.entries(kinds).map(([key, kind]) => [key, recipeOf(kind, random)])),
    change(recipes, random) {
      const key = random.pick(Object.keys(kinds))
      const kind = kinds[key]!
      const recipe = changed(recipes[key]!, random)
      const unit = Array.isArray(kind) && random.chance(0.5) ? random.pick(kind) : recipes[key]!.unit
      return { ...recipes, [key]: Array.isArray(kind) ? { ...recipe, unit } : recipe }
    },
    run: async recipes => run(recipes),
  }
}

function textOf(recipe: Recipe | undefined, most: number): string {
  return String(valueFrom(recipe!)).slice(0, most)
}

/** Of prompts and searches. */
const words = [
  ...['For each order of the orders ', 'if it is open or late, ', 'otherwise ', 'Send each of the ', 'and '],
  ...[
    'the ',
    'of the ',
    'sort by total, ',
    'every day at 9 ',
    'then ',
    '"',
    '(',
    '([',
    'x ',
    'é',
    '1.',
    ', ',
  ],
  ...['wait until ', 'in parallel: ', 'whose ', 'that is not ', 'with the status of ', 'the sum of '],
]
/** Of templates, and of files that are text. */
const texts: { readonly [tool: string]: readonly string[] } = {
  ...same(
    ['render_template', 'create_html', 'create_pdf'],
    [
      ...['{% for a in (1..1000) %}', '{{ "a" | append: "b" }}', '{% endfor %}', '{% if a %}', '{{ a', '{%'],
      ...[
        '{{ a | split: "" | join: "" }}',
        '# ',
        '> ',
        '| a ',
        '* ',
        '<b>',
        '[a](',
        '{% assign b = b | append: b %}',
      ],
    ],
  ),
  ...same(
    ['markdown_to_html'],
    ['# ', '> ', '| a ', '* ', '- ', '[', '[a](', '**', '`', '<b>', '![', '&amp;', '\n'],
  ),
  ...same(
    ['parse_yaml'],
    ['a: ', '- ', '&a ', '*a ', '[', '{', '? ', '|\n', '\n ', '"', '<<: *a\n', '- &b [*b,*b]\n'],
  ),
  ...same(
    ['parse_xml'],
    ['<a>', '<a b="c">', '</a>', '<!--', '&amp;', '<![CDATA[', '<?x ', '<!DOCTYPE a [', ' '],
  ),
  ...same(['read_csv'], ['a,', '"', '"",', '\n', 'a;b\n', '\r', '=1,']),
  ...same(
    ['parse_calendar', 'list_events'],
    [
      ...['BEGIN:VEVENT\nDTSTART:20260101T000000Z\nRRULE:FREQ=SECONDLY\nEND:VEVENT\n', 'BEGIN:VEVENT\n'],
      ...[
        'RRULE:FREQ=YEARLY;BYDAY=1MO;BYSETPOS=366\n',
        'DTSTART:20260101T000000Z\n',
        'END:VEVENT\n',
        ' a',
        'A;B="',
        ':',
      ],
    ],
  ),
}

function same(names: readonly string[], units: readonly string[]): { [name: string]: readonly string[] } {
  return Object.fromEntries(names.map(name => [name, units]))
}

/** Arguments that hold a file, and what it begins with to be taken for one. */
const files: { readonly [argument: string]: string } = {
  file: 'UEsDBBQAAAAIA',
  calendar: 'BEGIN:VCALENDAR\n',
}

function toolTarget(
  slug: string,
  { name, inputSchema, run }: (typeof firstPartyServers)[number]['tools'][number],
  context: FirstPartyContext,
): ConfinedTarget {
  const properties = inputSchema['properties'] as { readonly [name: string]: JsonSchema }
  const required = (inputSchema['required'] ?? []) as readonly string[]
  // These may be left out where a file or sheets come instead.
  const chosen = Object.keys(properties).filter(
    key => required.includes(key) || ['text', 'rows'].includes(key),
  )
  const kinds = chosen.map((key): [string, Kinds[string]] => {
    const units = texts[name]
    const isText = properties[key]!['type'] === 'string' || key in files
    return [key, isText ? (units ?? 'text') : (shapesFor(properties[key]!)[0] ?? 'any')]
  })
  const isOpen = (key: string) => properties[key]!['type'] === undefined && !(key in files)
  const open = kinds.map(([key, kind]): [string, Kinds[string]] => [key, isOpen(key) ? 'any' : kind])
  return target(`${slug}__${name}`, Object.fromEntries(open), recipes => {
    const args = Object.entries(recipes).map(([key, recipe]) => {
      const value = valueFrom(recipe)
      return [key, key in files ? `${files[key]}${String(value)}` : value]
    })
    return run(Object.fromEntries(args) as JsonObject, context)
  })
}
