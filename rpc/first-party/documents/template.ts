// Fills Liquid templates. Runs confined: no files, no prototypes, bounded length, time and memory. A name
// that is not in the data is an error, unless the template gives a default.
import { Liquid } from 'liquidjs'
import { checkLength } from '../../builtin/bounds.ts'
import { ToolFailure } from '../../builtin/tool.ts'
import type { TemplateTask } from './arguments.ts'

export type Escape = 'none' | 'html' | 'markdown'

/**
 * @param safeIn the format that inserted values are escaped for; `| raw` inserts a value as it is
 * @throws {ToolFailure} `bad-template`, `too-large`
 */
export function fill({ template, data, locale, timezone }: TemplateTask, safeIn: Escape): string {
  const engine = new Liquid({
    templates: {},
    ownPropertyOnly: true,
    strictFilters: true,
    strictVariables: true,
    lenientIf: true,
    timezoneOffset: timezone,
    locale,
    parseLimit: 300_000,
    renderLimit: 5_000,
    memoryLimit: 20_000_000,
    ...(safeIn === 'none' ? {} : { outputEscape: safeIn === 'html' ? 'escape' : escapeMarkdown }),
  })
  addFilters(engine, locale)
  try {
    const written = String(engine.parseAndRenderSync(template, data))
    checkLength(written.length)
    return written
  } catch (cause) {
    if (cause instanceof ToolFailure) throw cause
    const [why = ''] = (cause as Error).message.split('\n')
    throw new ToolFailure('bad-template', `the template: ${why.slice(0, 300)}`, false, { cause })
  }
}

function addFilters(engine: Liquid, locale: string): void {
  engine.registerFilter('number', (value: unknown, digits?: unknown) => {
    const exact =
      digits === undefined
        ? {}
        : { minimumFractionDigits: Number(digits), maximumFractionDigits: Number(digits) }
    return new Intl.NumberFormat(locale, exact).format(numberOf(value))
  })
  engine.registerFilter('currency', (value: unknown, currency: unknown = 'EUR') =>
    new Intl.NumberFormat(locale, { style: 'currency', currency: String(currency) }).format(numberOf(value)),
  )
}

function numberOf(value: unknown): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number === 'number' && Number.isFinite(number)) return number
  throw new ToolFailure(
    'bad-template',
    `the template: expected a number, received ${JSON.stringify(value)?.slice(0, 100)}`,
  )
}

/** On one line: a value makes neither emphasis nor a new table row. */
function escapeMarkdown(value: unknown): string {
  const text =
    value === null || value === undefined
      ? ''
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value)
  return text.replace(/\s*[\r\n]+\s*/g, ' ').replace(/[\\`*_{}[\]<>()#+\-.!|~:]/g, '\\$&')
}
