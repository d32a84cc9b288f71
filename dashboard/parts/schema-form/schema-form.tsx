// A form made from a JSON Schema of an object: a field for each property, with its title, its description and
// its error beside it. Used wherever somebody gives inputs: runs, dry runs, the forms of approvals. The texts
// live outside (`textsOf`, `sampleTexts`), and become values by `readTexts`; the service is the last judge
// (`errorsOf`).

import type { ChangeEvent } from 'react'
import { own } from '../../../domain/own.ts'
import { words } from '../../words/schema-form.ts'
import { Field, Input, Select, TextArea } from '../field.tsx'
import { kindOf, propertiesOf, type Schema, type Texts, titleOf } from './shape.ts'

export interface SchemaFormProps {
  readonly schema: Schema
  readonly texts: Texts
  readonly onChange: (texts: Texts) => void
  /** By the name of a property. */
  readonly errors?: Readonly<Record<string, string>>
  readonly isDisabled?: boolean
}

export function SchemaForm({ schema, texts, onChange, errors = {}, isDisabled }: SchemaFormProps) {
  return (
    <div className="flex flex-col gap-4">
      {propertiesOf(schema).map(({ name, schema: of, isRequired }) => (
        <Field
          key={name}
          label={titleOf(name, of)}
          hint={hintOf(of)}
          error={own(errors, name)}
          {...(!isRequired && { isOptional: true })}
        >
          <Control
            name={name}
            of={of}
            text={own(texts, name) ?? ''}
            onText={text => onChange({ ...texts, [name]: text })}
            isDisabled={isDisabled === true}
          />
        </Field>
      ))}
    </div>
  )
}

interface ControlProps {
  readonly name: string
  readonly of: Schema
  readonly text: string
  readonly onText: (text: string) => void
  readonly isDisabled: boolean
}

function Control({ name, of, text, onText, isDisabled }: ControlProps) {
  const change = (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
    onText(event.target.value)
  const common = { name, value: text, onChange: change, disabled: isDisabled, autoComplete: 'off' }
  const kind = kindOf(of)
  switch (kind) {
    case 'choice':
      return <Choice {...common} choices={(of['enum'] as unknown[]).map(String)} />
    case 'boolean':
      return <Choice {...common} choices={['true', 'false']} labels={[words.yes, words.no]} />
    case 'number':
    case 'integer':
      return <Input {...common} inputMode={kind === 'integer' ? 'numeric' : 'decimal'} />
    case 'date':
      return <Input {...common} type="date" />
    case 'list':
    case 'object':
    case 'json':
      return <TextArea {...common} rows={rowsOf(text, 3)} spellCheck={false} className="font-mono text-xs" />
    case 'long':
      return <TextArea {...common} rows={rowsOf(text, 3)} />
    case 'any':
    case 'text':
      // A text that has lines already needs room for them.
      return text.includes('\n') ? (
        <TextArea {...common} rows={rowsOf(text, 3)} spellCheck={false} className="font-mono text-xs" />
      ) : (
        <Input {...common} />
      )
  }
}

interface ChoiceProps {
  readonly name: string
  readonly value: string
  readonly onChange: (event: ChangeEvent<HTMLSelectElement>) => void
  readonly disabled: boolean
  readonly choices: readonly string[]
  readonly labels?: readonly string[]
}

function Choice({ choices, labels = choices, ...rest }: ChoiceProps) {
  return (
    <Select {...rest}>
      <option value="">{words.choose}</option>
      {choices.map((choice, index) => (
        <option key={choice} value={choice}>
          {labels[index]}
        </option>
      ))}
    </Select>
  )
}

function hintOf(of: Schema): string | undefined {
  const said = typeof of['description'] === 'string' ? of['description'] : undefined
  const kind = kindOf(of)
  const form = kind === 'list' ? words.onePerLine : kind === 'object' || kind === 'json' ? words.asJson : null
  return form === null ? said : [said, form].filter(Boolean).join('. ')
}

function rowsOf(text: string, least: number): number {
  return Math.min(12, Math.max(least, text.split('\n').length))
}
