// The form of an approval: fields for a JSON Schema of texts, numbers, yes-or-no and choices. What a schema
// has beyond that is filled in as JSON.
import { shownLine } from '../shown/shown.ts'
import { type Child, h } from './dom.ts'
import type { ChatStrings } from './strings.ts'

interface FieldSchema {
  readonly type?: string | readonly string[]
  readonly title?: string
  readonly description?: string
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly properties?: { readonly [name: string]: FieldSchema }
  readonly required?: readonly string[]
}

export interface SchemaForm {
  readonly node: HTMLElement
  /** @returns null when something is missing or wrong: the field says so, and is focused */
  read(): unknown
}

interface Field {
  readonly node: HTMLElement
  /** Undefined: it was left empty. @throws {SyntaxError} no JSON */
  readonly read: () => unknown
  readonly input: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
}

let count = 0

export function schemaForm(schema: { readonly [name: string]: unknown }, strings: ChatStrings): SchemaForm {
  const { type, properties, required = [] } = schema as FieldSchema
  const isObject = properties !== undefined || type === 'object'
  const fields = Object.entries(isObject ? (properties ?? {}) : { value: schema as FieldSchema }).map(
    ([name, field]) =>
      [name, fieldOf(name, field, { isRequired: !isObject || required.includes(name), strings })] as const,
  )
  return {
    node: h('div', { class: 'fields' }, ...fields.map(([, { node }]) => node)),
    read() {
      const values: Record<string, unknown> = {}
      for (const [name, { input, read }] of fields) {
        const value = readOf(input, read)
        if (!input.reportValidity()) return null
        if (value !== undefined) values[name] = value
      }
      return isObject ? values : values['value']
    },
  }
}

function readOf(input: Field['input'], read: () => unknown): unknown {
  input.setCustomValidity('')
  try {
    return read()
  } catch (error) {
    input.setCustomValidity(String(error))
    return undefined
  }
}

function fieldOf(
  name: string,
  schema: FieldSchema,
  { isRequired, strings }: { isRequired: boolean; strings: ChatStrings },
): Field {
  const id = `field-${++count}`
  const { input, read } = inputOf(schema, strings)
  input.id = id
  const isCheck = input instanceof HTMLInputElement && input.type === 'checkbox'
  input.required = isRequired && !isCheck
  const hint = schema.description && h('small', { id: `${id}-hint` }, shownLine(schema.description))
  if (hint) input.setAttribute('aria-describedby', hint.id)
  const label = h(
    'label',
    { for: id },
    shownLine(schema.title ?? name),
    isRequired && !isCheck && ` (${strings.required})`,
  )
  const children: Child[] = isCheck ? [h('div', { class: 'check' }, input, label)] : [label, input]
  return { node: h('div', { class: 'field' }, ...children, hint), read, input }
}

function inputOf(schema: FieldSchema, strings: ChatStrings): Pick<Field, 'input' | 'read'> {
  const type = [schema.type].flat()[0]
  if (schema.enum) return choice(schema.enum, schema.default, strings)
  switch (type) {
    case 'boolean': {
      const input = h('input', { type: 'checkbox', checked: schema.default === true })
      return { input, read: () => input.checked }
    }
    case 'number':
    case 'integer': {
      const { minimum: min, maximum: max } = schema
      const step = type === 'integer' ? 1 : 'any'
      const input = h('input', { type: 'number', min, max, step, value: startOf(schema) })
      return { input, read: () => (input.value === '' ? undefined : input.valueAsNumber) }
    }
    case 'string':
    case undefined: {
      const { minLength: minlength, maxLength: maxlength, format = '' } = schema
      const kind = ({ email: 'email', uri: 'url', date: 'date' } as Record<string, string>)[format] ?? 'text'
      const input = h('input', { type: kind, minlength, maxlength, value: startOf(schema) })
      return { input, read: () => input.value || undefined }
    }
    default: {
      const input = h(
        'textarea',
        { rows: 3, dir: 'ltr' },
        schema.default === undefined ? '' : JSON.stringify(schema.default),
      )
      return { input, read: () => (input.value === '' ? undefined : JSON.parse(input.value)) }
    }
  }
}

function startOf(schema: FieldSchema): string | null {
  return schema.default === undefined ? null : `${schema.default}`
}

function choice(
  values: readonly unknown[],
  start: unknown,
  strings: ChatStrings,
): Pick<Field, 'input' | 'read'> {
  const options = values.map((value, n) =>
    h('option', { value: n, selected: value === start }, shownLine(`${value}`)),
  )
  const input = h('select', {}, h('option', { value: '' }, strings.choose), ...options)
  return { input, read: () => (input.value === '' ? undefined : values[Number(input.value)]) }
}
