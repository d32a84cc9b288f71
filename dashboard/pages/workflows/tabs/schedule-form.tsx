// The schedule of a workflow. It replaces the one that the prompt names.

import { readJson } from '../../../../domain/numerals.ts'
import { useCall } from '../../../app/api.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Field, Select, TextArea, TextField } from '../../../parts/field.tsx'
import { Form } from '../../../parts/form.tsx'
import { words } from '../../../words/workflow/triggers.ts'
import type { ShownWorkflow } from '../workflow.tsx'
import { triggerPattern } from './trigger.ts'

interface ScheduleFormProps {
  readonly workflow: ShownWorkflow
  readonly onClose: () => void
}

const zones = Intl.supportedValuesOf('timeZone')

export function ScheduleForm({ workflow: { id, schedule }, onClose }: ScheduleFormProps) {
  const update = useCall('PUT /api/v1/workflows/:id', {
    refreshes: [triggerPattern, 'GET /api/v1/workflows/:id', 'GET /api/v1/workflows'],
    onDone: onClose,
  })
  async function send({ cron, timezone, overlap, missed, inputs }: Readonly<Record<string, string>>) {
    const facts = { cron, timezone, overlap, missed, inputs: readJson(inputs || '{}'), enabled: true }
    await update.mutateAsync({ params: { id }, body: { schedule: facts as never } })
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
        <Field label={words.inputs} hint={words.inputsHint} isOptional>
          <TextArea
            name="inputs"
            className="font-mono text-xs"
            defaultValue={JSON.stringify(schedule?.inputs ?? {}, null, 2)}
          />
        </Field>
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
