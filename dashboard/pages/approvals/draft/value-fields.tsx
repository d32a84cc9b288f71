// A field for a JSON value: text, number, yes or no, a choice, some of several, or JSON as text. Arguments
// and forms of approvals are made of them.
import { useState } from 'react'
import { readJson } from '../../../../domain/numerals.ts'
import { shownJson, shownLine } from '../../../../domain/shown/shown.ts'
import { Check, Field, Input, Select, TextArea } from '../../../parts/field.tsx'
import { words } from '../../../words/approvals.ts'

export interface FieldSchema {
  readonly type?: string | readonly string[]
  readonly title?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  /** Of a list: with choices, some of them. */
  readonly items?: { readonly enum?: readonly unknown[] }
  readonly format?: string
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
}

export interface ValueFieldProps {
  readonly label: string
  readonly schema: FieldSchema
  /** Undefined: nothing was given. */
  readonly value: unknown
  /** A text that is no value of the kind comes with its fault, and the value as it was. */
  readonly onChange: (value: unknown, fault: string | null) => void
  readonly error?: string | undefined
  readonly isOptional?: boolean
}

export function ValueField(props: ValueFieldProps) {
  const { label, schema, value, onChange, error, isOptional } = props
  const type = [schema.type].flat()[0]
  if (type === 'boolean' && schema.enum === undefined)
    return (
      <Check
        label={label}
        {...(schema.description && { hint: schema.description })}
        checked={value === true}
        onChange={event => onChange(event.target.checked, null)}
      />
    )
  if (type === 'array' && schema.items?.enum !== undefined)
    return <Several {...props} values={schema.items.enum} />
  const frame = {
    label,
    error,
    ...(schema.description && { hint: schema.description }),
    ...(isOptional && { isOptional }),
  }
  return <Field {...frame}>{controlOf(type, props)}</Field>
}

function controlOf(type: string | undefined, { schema, value, onChange }: ValueFieldProps) {
  if (schema.enum !== undefined) return <Choice values={schema.enum} value={value} onChange={onChange} />
  if (type === 'number' || type === 'integer')
    return (
      <Parsed value={value} onChange={onChange} parse={Number} isValid={Number.isFinite} isNumber>
        {words.noNumber}
      </Parsed>
    )
  if (type === 'string' || type === undefined) {
    const text = typeof value === 'string' ? value : ''
    const change = (next: string) => onChange(next === '' && schema.default === undefined ? '' : next, null)
    if (schema.format === 'textarea' || text.length > 60 || text.includes('\n'))
      return (
        <TextArea
          rows={Math.min(10, 2 + text.split('\n').length)}
          value={text}
          dir="auto"
          onChange={event => change(event.target.value)}
        />
      )
    const kinds: Readonly<Record<string, string>> = { email: 'email', uri: 'url', date: 'date' }
    return (
      <Input
        type={kinds[schema.format ?? ''] ?? 'text'}
        dir="auto"
        value={text}
        {...(schema.maxLength !== undefined && { maxLength: schema.maxLength })}
        onChange={event => change(event.target.value)}
      />
    )
  }
  return (
    <Parsed value={value} onChange={onChange} parse={readJson} isValid={() => true}>
      {words.noJson}
    </Parsed>
  )
}

function Choice({
  values,
  value,
  onChange,
}: {
  readonly values: readonly unknown[]
  readonly value: unknown
  readonly onChange: ValueFieldProps['onChange']
}) {
  const at = values.findIndex(each => JSON.stringify(each) === JSON.stringify(value))
  return (
    <Select
      value={at < 0 ? '' : at}
      onChange={event =>
        onChange(event.target.value === '' ? undefined : values[Number(event.target.value)], null)
      }
    >
      <option value="">{words.choose}</option>
      {values.map((each, index) => (
        <option key={JSON.stringify(each)} value={index}>
          {typeof each === 'string' ? shownLine(each) : shownJson(each)}
        </option>
      ))}
    </Select>
  )
}

/** Some of the values, in their order. */
function Several({
  label,
  schema,
  values,
  value,
  error,
  onChange,
}: ValueFieldProps & { readonly values: readonly unknown[] }) {
  const chosen = new Set((Array.isArray(value) ? value : []).map(each => JSON.stringify(each)))
  const toggle = (text: string) => {
    const isChosen = (each: unknown) => {
      const of = JSON.stringify(each)
      return of === text ? !chosen.has(of) : chosen.has(of)
    }
    onChange(values.filter(isChosen), null)
  }
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1 text-sm font-medium">{shownLine(label)}</legend>
      {schema.description && <p className="text-xs text-dim">{shownLine(schema.description)}</p>}
      {values.map(each => {
        const text = JSON.stringify(each)
        return (
          <Check
            key={text}
            label={<bdi>{typeof each === 'string' ? shownLine(each) : shownJson(each)}</bdi>}
            checked={chosen.has(text)}
            onChange={() => toggle(text)}
          />
        )
      })}
      {error && (
        <p role="alert" className="text-xs text-bad">
          {shownLine(error)}
        </p>
      )}
    </fieldset>
  )
}

/** A text that becomes a value when it can. */
function Parsed({
  value,
  onChange,
  parse,
  isValid,
  isNumber = false,
  children: fault,
}: {
  readonly value: unknown
  readonly onChange: ValueFieldProps['onChange']
  readonly parse: (text: string) => unknown
  readonly isValid: (value: never) => boolean
  readonly isNumber?: boolean
  readonly children: string
}) {
  const [text, setText] = useState(
    value === undefined ? '' : isNumber ? String(value) : JSON.stringify(value, null, 2),
  )
  const change = (next: string) => {
    setText(next)
    if (next.trim() === '') return onChange(undefined, null)
    try {
      const parsed = parse(next)
      const isGood = isValid(parsed as never)
      onChange(isGood ? parsed : value, isGood ? null : fault)
    } catch {
      onChange(value, fault)
    }
  }
  if (isNumber)
    return <Input inputMode="decimal" value={text} onChange={event => change(event.target.value)} />
  return (
    <TextArea
      rows={Math.min(12, 1 + text.split('\n').length)}
      dir="ltr"
      className="font-mono text-xs"
      value={text}
      onChange={event => change(event.target.value)}
    />
  )
}
