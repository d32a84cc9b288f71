// The schedule of a workflow. It replaces the one that the prompt names.
import { useState } from 'react'
import { useCall } from '../../../app/api.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Field, Select, TextField } from '../../../parts/field.tsx'
import { Form } from '../../../parts/form.tsx'
import { errorsOf, readTexts, textsOf } from '../../../parts/schema-form/read-texts.ts'
import { SchemaForm } from '../../../parts/schema-form/schema-form.tsx'
import { propertiesOf, type Schema } from '../../../parts/schema-form/shape.ts'
import { words } from '../../../words/workflow/triggers.ts'
import type { ShownWorkflow } from '../workflow.tsx'
import { triggerPattern } from './trigger.ts'

interface ScheduleFormProps {
  readonly workflow: ShownWorkflow
  readonly onClose: () => void
}

const zones = Intl.supportedValuesOf('timeZone')

export function ScheduleForm({ workflow: { id, schedule, inputsSchema }, onClose }: ScheduleFormProps) {
  const schema = inputsSchema as Schema
  const [texts, setTexts] = useState(textsOf(schema, schedule?.inputs ?? {}))
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const update = useCall('PUT /api/v1/workflows/:id', {
    refreshes: [triggerPattern, 'GET /api/v1/workflows/:id', 'GET /api/v1/workflows'],
    onDone: onClose,
  })
  async function send(_: unknown, form: FormData) {
    const read = readTexts(schema, texts)
    setErrors(read.errors)
    if (Object.keys(read.errors).length > 0) return
    // An input may be named like a field of the schedule; those of the schedule stand first.
    const said = (name: string) => form.get(name)
    const times = { cron: said('cron'), timezone: said('timezone') }
    const policies = { overlap: said('overlap'), missed: said('missed') }
    // What no field is for stays.
    const inputs = { ...schedule?.inputs, ...read.values }
    const { everyWeeks, everyDays, from } = schedule ?? {}
    const counted = { everyWeeks, everyDays, from }
    const facts = { ...times, ...counted, ...policies, inputs, enabled: true }
    try {
      await update.mutateAsync({ params: { id }, body: { schedule: facts as never } })
    } catch (error) {
      const found = errorsOf(error, schema, 'schedule.inputs')
      if (found[''] !== undefined) throw error
      setErrors(found)
    }
  }
  return (
    <Dialog isOpen onClose={onClose} title={words.scheduleTitle}>
      <Form onSend={send} action={words.set}>
        <TextField
          label={words.cron}
          hint={words.cronHint}
          name="cron"
          defaultValue={schedule?.cron ?? '0 9 * * 1-5'}
        />
        <TextField
          label={words.timezone}
          name="timezone"
          list="time-zones"
          defaultValue={schedule?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone}
        />
        <datalist id="time-zones">
          {zones.map(zone => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
        <Field label={words.overlap}>
          <Select name="overlap" defaultValue={schedule?.overlap ?? 'skip'}>
            <Options texts={words.overlaps} />
          </Select>
        </Field>
        <Field label={words.missed}>
          <Select name="missed" defaultValue={schedule?.missed ?? 'last'}>
            <Options texts={words.misses} />
          </Select>
        </Field>
        {propertiesOf(schema).length > 0 && (
          <section aria-label={words.inputs} className="flex flex-col gap-3">
            <h3 className="font-medium">{words.inputs}</h3>
            <p className="text-sm text-dim">{words.inputsHint}</p>
            <SchemaForm schema={schema} texts={texts} onChange={setTexts} errors={errors} />
          </section>
        )}
      </Form>
    </Dialog>
  )
}

export function Options({ texts }: { readonly texts: Readonly<Record<string, string>> }) {
  return Object.entries(texts).map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ))
}
