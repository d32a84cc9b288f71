// The fields of a webhook: its address, what it is for, and the events that it gets.
import { use, useState } from 'react'
import type { Body } from '../../../../http/client.ts'
import { Check, FieldErrors, TextField } from '../../../parts/field.tsx'
import { eventWords, words } from '../../../words/settings/webhooks.ts'
import type { Webhook } from './health.tsx'

type Event = Body<'POST /api/v1/webhooks'>['events'][number]
/** All that the service has; only a test sends `ping`. */
const texts = eventWords satisfies Record<Exclude<Event, '*'>, string>
const choices = Object.entries(texts).filter(([event]) => event !== 'ping')
const usual: readonly string[] = ['execution.failed', 'approval.requested']

export function WebhookFields({ value }: { readonly value?: Webhook }) {
  return (
    <>
      <TextField
        label={words.url}
        name="url"
        type="url"
        hint={words.urlHint}
        placeholder={words.urlPlaceholder}
        defaultValue={value?.url}
        maxLength={2_048}
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        label={words.description}
        name="description"
        defaultValue={value?.description ?? ''}
        maxLength={500}
        autoComplete="off"
        isOptional
      />
      <Events chosen={value?.events ?? usual} />
    </>
  )
}

function Events({ chosen }: { readonly chosen: readonly string[] }) {
  const [isAll, setAll] = useState(chosen.includes('*'))
  const error = use(FieldErrors)['events']
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">{words.events}</legend>
      <Check
        name="events"
        value="*"
        label={words.allEvents}
        checked={isAll}
        onChange={event => setAll(event.target.checked)}
      />
      {!isAll && (
        <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
          {choices.map(([event, text]) => (
            <Check
              key={event}
              name="events"
              value={event}
              label={text}
              hint={<code className="font-mono">{event}</code>}
              defaultChecked={chosen.includes(event)}
            />
          ))}
        </div>
      )}
      {error !== undefined && (
        <p role="alert" className="text-xs text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}

export function webhookOf(
  { url, description }: Readonly<Record<string, string>>,
  form: FormData,
): Body<'POST /api/v1/webhooks'> {
  const events = form.getAll('events') as Event[]
  return { url: url!, description: description === '' ? null : description!, events }
}
