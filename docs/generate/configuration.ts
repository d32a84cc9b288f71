// docs/reference/configuration.md: every environment variable that the service reads.
import { z } from 'zod'
import { Environment } from '../../domain/settings/settings.ts'
import { code, page, plain, table } from './markdown.ts'

export function configurationPage(): string {
  const rows = Object.entries(Environment.shape).map(([name, schema]) => {
    const shape = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })
    return [code(name), shownDefault(shape.default), accepted(shape), plain(schema.description ?? '')]
  })
  return page(
    'Configuration',
    'domain/settings/settings.ts',
    `The service reads environment variables once, at its start. One that does not fit keeps it from starting, and is named; an empty one counts as not set.
\`npx troupe config\` prints every variable with its value (secrets left out), where it is from, and what it means. A name in the environment that is
nearly one of these is told at the start.`,
    table(['variable', 'default', 'values', 'meaning'], rows),
    `Three more are read by libraries: \`OTEL_EXPORTER_OTLP_HEADERS\` (\`name=value,...\`, what a receiver of traces wants to be sent), \`NODE_OPTIONS\`, and
\`NODE_COMPILE_CACHE\` (where compiled modules are kept; default \`node_modules/.cache/troupe\`).`,
  )
}

function shownDefault(value: unknown): string {
  if (value === undefined || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return code(String(value))
}

function accepted({
  enum: words,
  type,
  minimum,
  maximum,
  default: value,
}: z.core.JSONSchema.BaseSchema): string {
  if (words !== undefined) return words.map(word => code(String(word))).join(', ')
  if (typeof value === 'boolean') return '`on`, `off`'
  return type === 'integer' ? `${grouped(minimum!)} to ${grouped(maximum!)}` : 'text'
}

function grouped(number: number): string {
  return number.toLocaleString('en-US')
}
