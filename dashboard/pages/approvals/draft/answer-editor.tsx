// Corrects what a model answered, field by field.
import { own } from '../../../../domain/own.ts'
import { shownLine, shownName } from '../../../../domain/shown/shown.ts'
import type { Schema } from '../../../parts/schema-form/shape.ts'
import { words } from '../../../words/approvals.ts'
import { answerFields, corrected } from './answer-fields.ts'
import { isArguments } from './arguments.tsx'
import { ValueField } from './value-fields.tsx'

export function AnswerEditor({
  asked,
  answer,
  form,
  faults,
  onChange,
}: {
  /** What the model answered. */
  readonly asked: unknown
  readonly answer: unknown
  readonly form: Schema | null
  /** By the name of a field; by the empty name of the whole. */
  readonly faults: Readonly<Record<string, string>>
  readonly onChange: (answer: unknown, field: string, fault: string | null) => void
}) {
  const fields = answerFields(form, asked)
  const fault = isArguments(asked) ? own(faults, '') : undefined
  return (
    <fieldset aria-label={words.answer} className="flex flex-col gap-3">
      {fields.map(field => (
        <ValueField
          key={field.name}
          label={field.schema.title ?? (field.name === '' ? words.answer : shownName(field.name))}
          schema={field.schema}
          value={isArguments(answer) && field.name !== '' ? own(answer, field.name) : answer}
          error={own(faults, field.name)}
          isOptional={!field.isNeeded}
          onChange={(value, wrong) => onChange(corrected(asked, answer, field, value), field.name, wrong)}
        />
      ))}
      {fault !== undefined && (
        <p role="alert" className="text-xs text-bad">
          {shownLine(fault)}
        </p>
      )}
    </fieldset>
  )
}
