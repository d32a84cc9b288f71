// Changing a tool server: its name, address, credential, and what holds for all its tools.
import type { Answer } from '../../../../http/client.ts'
import { useCall } from '../../../app/api.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Field, Select, TextField } from '../../../parts/field.tsx'
import { Form } from '../../../parts/form.tsx'
import { toast } from '../../../parts/toast.tsx'
import { words } from '../../../words/settings/mcp-servers.ts'
import { CredentialChoice } from './credential-choice.tsx'

interface ServerFormProps {
  readonly server: Answer<'GET /api/v1/mcp-servers/:id'>
  readonly onClose: () => void
}

export function ServerForm({ server: { id, name, url, credentialId, defaults }, onClose }: ServerFormProps) {
  const update = useCall('PUT /api/v1/mcp-servers/:id', {
    refreshes: ['GET /api/v1/mcp-servers/:id', 'GET /api/v1/mcp-servers'],
    onDone: () => {
      toast(words.saved)
      onClose()
    },
  })
  const send = (fields: Readonly<Record<string, string>>) =>
    update.mutateAsync({
      params: { id },
      body: {
        name: fields['name']!,
        // The same address again would be a new server, whose tools are pinned anew.
        ...(fields['url'] !== url && { url: fields['url']! }),
        credentialId: fields['credentialId'] || null,
        defaults: { approval: fields['approval'] as typeof defaults.approval },
      },
    })
  return (
    <Dialog isOpen onClose={onClose} title={words.edit}>
      <Form onSend={send} action={words.save}>
        <TextField label={words.name} name="name" defaultValue={name} maxLength={100} />
        <TextField label={words.url} hint={words.urlHint} name="url" type="url" defaultValue={url} />
        <CredentialChoice chosen={credentialId} />
        <Field label={`${words.approval}, ${words.defaults.toLowerCase()}`}>
          <Select name="approval" defaultValue={defaults.approval}>
            {Object.entries(words.approvals).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </Select>
        </Field>
      </Form>
    </Dialog>
  )
}
