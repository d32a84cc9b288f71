// A field for a list of texts, one a line, and what was typed as that list. Its error comes from the form
// around it.
import { type ReactNode, use } from 'react'
import { Field, FieldErrors, TextArea } from '../../../parts/field.tsx'

export interface LinesFieldProps {
  readonly name: string
  readonly label: string
  readonly hint?: ReactNode
  readonly placeholder?: string
  readonly defaultValue?: readonly string[]
  readonly isOptional?: boolean
}

export function LinesField({ name, label, hint, placeholder, defaultValue, isOptional }: LinesFieldProps) {
  const error = use(FieldErrors)[name]
  return (
    <Field label={label} hint={hint} error={error} {...(isOptional && { isOptional })}>
      <TextArea
        name={name}
        rows={Math.min(6, Math.max(2, defaultValue?.length ?? 0))}
        placeholder={placeholder}
        defaultValue={defaultValue?.join('\n')}
        spellCheck={false}
        className="font-mono text-xs"
      />
    </Field>
  )
}

export function linesOf(text: string | undefined): string[] {
  const lines = (text ?? '').split(/[\n,]/).map(line => line.trim())
  return lines.filter(line => line !== '')
}
