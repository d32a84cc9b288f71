// What an approval asks its decider to fill in, from the JSON Schema of its form.
import { own } from '../../../../domain/own.ts'
import { words } from '../../../words/approvals.ts'
import { type FieldSchema, ValueField } from './value-fields.tsx'

export type FormSchema = FieldSchema & {
  readonly properties?: Readonly<Record<string, FieldSchema>>
  readonly required?: readonly string[]
}

/** Answers by field; of a form without fields, the answer under the empty name. */
export type Answers = Readonly<Record<string, unknown>>

export function fieldsOf(schema: FormSchema): readonly (readonly [string, FieldSchema, boolean])[] {
  if (schema.properties === undefined) return [['', schema, true]]
  return Object.entries(schema.properties).map(
    ([name, field]) => [name, field, schema.required?.includes(name) ?? false] as const,
  )
}

export function startOf(schema: FormSchema): Answers {
  return Object.fromEntries(
    fieldsOf(schema).flatMap(([name, field]) => (field.default === undefined ? [] : [[name, field.default]])),
  )
}

/** Names of needed fields without an answer. A box that is not ticked says no. */
export function missingIn(schema: FormSchema, answers: Answers): readonly string[] {
  return fieldsOf(schema)
    .filter(([name, field, isNeeded]) => isNeeded && !isYesNo(field) && isNothing(own(answers, name)))
    .map(([name]) => name)
}

/** As the service wants it: without empty answers, which no text field can tell from none. */
export function answerOf(schema: FormSchema, answers: Answers): unknown {
  if (schema.properties === undefined) return answers['']
  return Object.fromEntries(
    fieldsOf(schema).flatMap(([name, field, isNeeded]) => {
      if (isYesNo(field) && isNeeded) return [[name, own(answers, name) === true]]
      return isNothing(own(answers, name)) ? [] : [[name, own(answers, name)]]
    }),
  )
}

function isYesNo({ type, enum: values }: FieldSchema): boolean {
  return type === 'boolean' && values === undefined
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === ''
}

export function FormFields({
  schema,
  answers,
  faults,
  onChange,
}: {
  readonly schema: FormSchema
  readonly answers: Answers
  readonly faults: Readonly<Record<string, string>>
  readonly onChange: (answers: Answers, name: string, fault: string | null) => void
}) {
  return (
    <div className="flex flex-col gap-3">
      {fieldsOf(schema).map(([name, field, isNeeded]) => (
        <ValueField
          key={name}
          label={field.title ?? (name || words.form)}
          schema={field}
          value={own(answers, name)}
          error={own(faults, name)}
          isOptional={!isNeeded}
          onChange={(value, fault) => onChange({ ...answers, [name]: value }, name, fault)}
        />
      ))}
    </div>
  )
}
