// Adds a model, or changes one.
import type { Answer } from '../../../../http/client.ts'
import { useCall } from '../../../app/api.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Field, Select, TextField } from '../../../parts/field.tsx'
import { Form } from '../../../parts/form.tsx'
import { toast } from '../../../parts/toast.tsx'
import { words } from '../../../words/settings/models.ts'
import { CredentialChoice } from './credential-choice.tsx'

type Model = Answer<'GET /api/v1/models'>['models'][number]

interface ModelFormProps {
  readonly models: readonly Model[]
  /** Null: a new one. */
  readonly edited: Model | null
  readonly onClose: () => void
}

export function ModelForm({ models, edited, onClose }: ModelFormProps) {
  const save = useCall('PUT /api/v1/models', {
    refreshes: ['GET /api/v1/models'],
    onDone: () => {
      toast(words.saved)
      onClose()
    },
  })
  async function send(fields: Readonly<Record<string, string>>): Promise<void> {
    const url = fields['url'] || null
    const before = edited ?? { provider: null, model: null, url: null, plans: null }
    const isSame =
      before.provider === fields['provider'] && before.model === fields['model'] && before.url === url
    const model = {
      name: fields['name']!,
      provider: fields['provider'] as Model['provider'],
      model: fields['model']!,
      url,
      credential: fields['credential'] || null,
      contextTokens: Number(fields['contextTokens']),
      maxOutputTokens: Number(fields['maxOutputTokens']),
      cuPerThousandTokens: Number(fields['cuPerThousandTokens']),
      default: edited?.default ?? models.length === 0,
      // Of another model nobody knows how it plans.
      plans: isSame ? before.plans : null,
    }
    const list = edited === null ? [...models, model] : models.map(each => (each === edited ? model : each))
    await save.mutateAsync({ body: { models: list } })
  }
  return (
    <Dialog isOpen onClose={onClose} title={edited === null ? words.add : words.edit}>
      <Form onSend={send} action={words.save}>
        <TextField label={words.name} hint={words.nameHint} name="name" defaultValue={edited?.name ?? ''} />
        <Field label={words.provider}>
          <Select name="provider" defaultValue={edited?.provider ?? 'openai'}>
            {Object.entries(words.providers).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </Select>
        </Field>
        <TextField
          label={words.model}
          hint={words.modelHint}
          name="model"
          defaultValue={edited?.model ?? ''}
        />
        <TextField
          label={words.url}
          hint={words.urlHint}
          name="url"
          type="url"
          isOptional
          defaultValue={edited?.url ?? ''}
        />
        <CredentialChoice name="credential" kinds={['model']} chosen={edited?.credential ?? null} />
        <div className="grid items-end gap-4 sm:grid-cols-3">
          <Amount label={words.context} name="contextTokens" value={edited?.contextTokens ?? 32_000} />
          <Amount label={words.output} name="maxOutputTokens" value={edited?.maxOutputTokens ?? 8_000} />
          <Amount label={words.price} name="cuPerThousandTokens" value={edited?.cuPerThousandTokens ?? 1} />
        </div>
      </Form>
    </Dialog>
  )
}

function Amount({ label, name, value }: { label: string; name: string; value: number }) {
  return <TextField label={label} name={name} type="number" min={0} step="any" defaultValue={value} />
}
