// The few shapes of Markdown that the reference pages are made of.
import type { Json, JsonObject, JsonSchema } from '../../domain/json.ts'

/** A page: its heading, what it is, and where it is from. The note keeps people from editing it. */
export function page(title: string, source: string, ...parts: readonly string[]): string {
  const note = `<!-- Made by npm run docs:reference of ${source}: change it there. -->`
  return `${[`# ${title}`, note, ...parts].join('\n\n')}\n`
}

export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  return [line(heads), `|${heads.map(() => '---|').join('')}`, ...rows.map(line)].join('\n')
}

export function code(text: string): string {
  return text === '' ? '' : `\`${text}\``
}

/** Longer than a fence inside of the text. */
export function fence(language: string, text: string): string {
  const marks = text.includes('```') ? '````' : '```'
  return `${marks}${language}\n${text.trimEnd()}\n${marks}`
}

export function list(items: readonly string[]): string {
  return items.map(item => `- ${item}`).join('\n')
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}

/** Text that Markdown does not read as a tag. */
export function plain(text: string): string {
  return text.replaceAll('<', '&lt;')
}

/** The properties of an object's schema as rows: name, type, whether it is required, description. */
export function fieldsTable(schema: JsonSchema): string {
  const properties = Object.entries((schema['properties'] ?? {}) as JsonObject)
  const required = (schema['required'] ?? []) as readonly Json[]
  if (properties.length === 0) return 'No arguments.'
  const rows = properties.map(([name, field]) => [
    code(name),
    typeOf(field as JsonObject),
    required.includes(name) ? 'yes' : '',
    plain(meaningOf(field as JsonObject)),
  ])
  return table(['argument', 'type', 'required', 'meaning'], rows)
}

function typeOf(field: JsonObject): string {
  const { type } = field
  if (Array.isArray(field['enum'])) return field['enum'].map(value => code(String(value))).join(', ')
  if (type === undefined) return 'any'
  return Array.isArray(type) ? type.join(' or ') : String(type)
}

function meaningOf(field: JsonObject): string {
  const said = [field['title'], field['description']].filter(text => typeof text === 'string').join('. ')
  return field['default'] === undefined ? said : `${said}; default ${code(JSON.stringify(field['default']))}`
}
