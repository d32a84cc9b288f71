// Changes of a credential: name and hosts, its secret, its end.
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Answer, Body } from '../../../../http/client.ts'
import { api, useCall } from '../../../app/api.ts'
import { Confirm, Dialog } from '../../../parts/dialog.tsx'
import { TextField } from '../../../parts/field.tsx'
import { Form } from '../../../parts/form.tsx'
import { toast } from '../../../parts/toast.tsx'
import { words as common } from '../../../words/common.ts'
import { words } from '../../../words/settings/credentials.ts'
import { isUnused, Users } from './credential-uses.tsx'
import { HostsField, hostsOf } from './hosts-field.tsx'
import { SecretFields, secretOf } from './secret-fields.tsx'

export interface CredentialDialogProps {
  readonly value: Answer<'GET /api/v1/credentials/:id'>
  readonly onClose: () => void
}

/** Changes go past the cache, which would keep the secret. */
function useChange({ value, onClose }: CredentialDialogProps) {
  const client = useQueryClient()
  return async (body: Body<'PUT /api/v1/credentials/:id'>, said: string) => {
    await api('PUT /api/v1/credentials/:id', { params: { id: value.id }, body })
    toast(said)
    onClose()
    const changed = ['GET /api/v1/credentials', 'GET /api/v1/credentials/:id']
    await Promise.all(changed.map(each => client.invalidateQueries({ queryKey: [each] })))
  }
}

export function EditCredential(props: CredentialDialogProps) {
  const { value, onClose } = props
  const change = useChange(props)
  return (
    <Dialog isOpen onClose={onClose} title={words.editTitle(value.name)}>
      <Form
        action={common.save}
        onSend={typed => change({ name: typed['name']!, allowedHosts: hostsOf(typed) }, common.saved)}
      >
        <TextField
          label={words.name}
          name="name"
          defaultValue={value.name}
          maxLength={100}
          autoComplete="off"
          {...(!isUnused(value.usedBy) && { hint: words.renameHint })}
        />
        <HostsField hosts={value.allowedHosts} />
      </Form>
    </Dialog>
  )
}

export function ReplaceSecret(props: CredentialDialogProps) {
  const { value, onClose } = props
  const change = useChange(props)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={words.replaceTitle(value.name)}
      description={<p>{words.replaceLead}</p>}
    >
      <Form
        action={words.replace}
        onSend={typed => change({ secret: secretOf(value.kind, typed) }, words.replaced)}
      >
        <SecretFields kind={value.kind} />
      </Form>
    </Dialog>
  )
}

export function DeleteCredential({ value, onClose }: CredentialDialogProps) {
  const navigate = useNavigate()
  const remove = useCall('DELETE /api/v1/credentials/:id', {
    refreshes: ['GET /api/v1/credentials'],
    onDone: () => {
      toast(words.deleted(value.name))
      void navigate({ to: '/settings/credentials' })
    },
  })
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={words.deleteTitle(value.name)}
      action={common.delete}
      onConfirm={() => remove.mutateAsync({ params: { id: value.id } })}
    >
      <p>{words.deleteLead}</p>
      {isUnused(value.usedBy) ? (
        <p>{words.breaksNothing}</p>
      ) : (
        <div>
          <p className="mb-2 font-medium">{words.breaks}</p>
          <Users value={value.usedBy} />
        </div>
      )}
    </Confirm>
  )
}
