// A new credential: its kind decides about the fields of its secret.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Body } from '../../../../http/client.ts'
import { api } from '../../../app/api.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Field, Select, TextField } from '../../../parts/field.tsx'
import { Form } from '../../../parts/form.tsx'
import { toast } from '../../../parts/toast.tsx'
import { words } from '../../../words/settings/credentials.ts'
import { HostsField, hostsOf } from './hosts-field.tsx'
import { type Kind, kinds, SecretFields, secretOf } from './secret-fields.tsx'

export function StoreCredential({ onClose }: { readonly onClose: () => void }) {
  const [kind, setKind] = useState<Kind>('bearer')
  const client = useQueryClient()
  async function store(typed: Readonly<Record<string, string>>): Promise<void> {
    const body = { name: typed['name']!, kind, secret: secretOf(kind, typed), allowedHosts: hostsOf(typed) }
    const stored = await api('POST /api/v1/credentials', { body: body as Body<'POST /api/v1/credentials'> })
    toast(words.stored(stored.name))
    onClose()
    await client.invalidateQueries({ queryKey: ['GET /api/v1/credentials'] })
  }
  return (
    <Dialog isOpen onClose={onClose} title={words.create}>
      <Form action={words.create} onSend={store}>
        <TextField
          label={words.name}
          name="name"
          hint={words.nameHint}
          placeholder={words.namePlaceholder}
          maxLength={100}
          autoComplete="off"
        />
        <Field label={words.kind} hint={words.kindHints[kind]}>
          <Select value={kind} onChange={event => setKind(event.target.value as Kind)}>
            {kinds.map(each => (
              <option key={each} value={each}>
                {words.kinds[each]}
              </option>
            ))}
          </Select>
        </Field>
        <SecretFields kind={kind} />
        <HostsField />
      </Form>
    </Dialog>
  )
}
