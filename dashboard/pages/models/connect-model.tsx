// Connects a language model by its key alone, or one that runs on this computer. In Settings, and where a
// request finds nothing that plans it.
import { useState } from 'react'
import { type Answer, ApiError } from '../../../http/client.ts'
import { useCall } from '../../app/api.ts'
import { Button } from '../../parts/button.tsx'
import { Field, Select, TextField } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { toast } from '../../parts/toast.tsx'
import { words } from '../../words/workflow/offers.ts'
import { LocalModels } from './local-models.tsx'

type Connected = Answer<'POST /api/v1/models/connect'>
type Provider = Connected['model']['provider']

const refreshes = ['GET /api/v1/models', 'GET /api/v1/credentials'] as const

export function ConnectModel({ canFindLocal }: { readonly canFindLocal: boolean }) {
  const [asksMore, setAsksMore] = useState(false)
  // A form of its own for each key that was taken.
  const [taken, setTaken] = useState(0)
  const connect = useCall('POST /api/v1/models/connect', {
    refreshes,
    onDone: connected => {
      tell(connected)
      setTaken(taken + 1)
    },
  })
  const send = async ({ key = '', provider, url, model }: Readonly<Record<string, string>>) => {
    const more = {
      ...(provider && { provider: provider as Provider }),
      ...(url && { url }),
      ...(model && { model }),
    }
    try {
      await connect.mutateAsync({ body: { key: key.trim(), ...more } })
    } catch (error) {
      if (error instanceof ApiError && /^(?:provider|url|model): /.test(error.message)) setAsksMore(true)
      throw error
    }
  }
  return (
    <div className="flex flex-col gap-3">
      <Form
        key={taken}
        onSend={send}
        action={words.connect}
        aside={
          !asksMore && (
            <Button look="quiet" onClick={() => setAsksMore(true)}>
              {words.more}
            </Button>
          )
        }
      >
        <TextField
          label={words.key}
          hint={connect.isPending ? words.trying : words.keyHint}
          name="key"
          type="password"
          autoComplete="off"
          spellCheck={false}
        />
        {asksMore && <More />}
      </Form>
      {canFindLocal && (
        <LocalModels
          isBusy={connect.isPending}
          onTake={(local, model) => connect.mutateAsync({ body: { local, model } })}
        />
      )}
    </div>
  )
}

function More() {
  return (
    <>
      <Field label={words.provider}>
        <Select name="provider" defaultValue="">
          {Object.entries(words.providers).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </Select>
      </Field>
      <TextField label={words.url} hint={words.urlHint} name="url" type="url" isOptional />
      <TextField label={words.name} hint={words.nameHint} name="model" isOptional />
    </>
  )
}

/** The place of the form may be gone by then. */
function tell({ model: { name }, sample: { plans, problems } }: Connected): void {
  if (plans === 'well') toast({ text: words.well(name), tone: 'good' })
  else if (plans === 'badly') toast({ text: words.badly(name), tone: 'bad' })
  else toast({ text: words.untried(name, problems[0] ?? ''), tone: 'bad' })
}
