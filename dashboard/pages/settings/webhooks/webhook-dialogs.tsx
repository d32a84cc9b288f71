// Changes of a webhook that ask for something first.
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ApiPattern } from '../../../../http/client.ts'
import { api, useCall } from '../../../app/api.ts'
import { Confirm, Dialog } from '../../../parts/dialog.tsx'
import { Field, Select, TextField } from '../../../parts/field.tsx'
import { Form } from '../../../parts/form.tsx'
import { toast } from '../../../parts/toast.tsx'
import { words as common } from '../../../words/common.ts'
import { words } from '../../../words/settings/webhooks.ts'
import type { Webhook } from './health.tsx'
import { WebhookFields, webhookOf } from './webhook-fields.tsx'

export interface WebhookDialogProps {
  readonly value: Webhook
  readonly onClose: () => void
}

const both: readonly ApiPattern[] = ['GET /api/v1/webhooks', 'GET /api/v1/webhooks/:id']
const dayMs = 86_400_000

export function EditWebhook({ value, onClose }: WebhookDialogProps) {
  const change = useCall('PUT /api/v1/webhooks/:id', { refreshes: both, onDone: onClose })
  return (
    <Dialog isOpen onClose={onClose} title={words.edit} isWide>
      <Form
        action={common.save}
        onSend={(fields, form) =>
          change.mutateAsync({ params: { id: value.id }, body: webhookOf(fields, form) })
        }
      >
        <WebhookFields value={value} />
      </Form>
    </Dialog>
  )
}

export function RotateWebhookSecret({
  value,
  onClose,
  onSecret,
}: WebhookDialogProps & { readonly onSecret: (secret: string) => void }) {
  const client = useQueryClient()
  return (
    <Dialog isOpen onClose={onClose} title={words.rotate} description={<p>{words.rotateLead}</p>}>
      <Form
        action={words.rotate}
        onSend={async ({ overlapSeconds }) => {
          const { secret } = await api('POST /api/v1/webhooks/:id/rotate-secret', {
            params: { id: value.id },
            body: { overlapSeconds: Number(overlapSeconds) },
          })
          onSecret(secret)
          onClose()
          for (const each of both) void client.invalidateQueries({ queryKey: [each] })
        }}
      >
        <Field label={words.overlap}>
          <Select name="overlapSeconds" defaultValue="86400">
            {Object.entries(words.overlaps).map(([seconds, label]) => (
              <option key={seconds} value={seconds}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      </Form>
    </Dialog>
  )
}

export function RecoverEvents({ value, onClose }: WebhookDialogProps) {
  const recover = useCall('POST /api/v1/webhooks/:id/recover', {
    refreshes: ['GET /api/v1/webhooks/:id/deliveries', 'GET /api/v1/webhooks/:id'],
    onDone: ({ recovered, isComplete }) => {
      toast((isComplete ? words.recovered : words.recoveredPart)(recovered))
      onClose()
    },
  })
  const start = value.failingSince ?? Date.now() - dayMs
  return (
    <Dialog isOpen onClose={onClose} title={words.recover} description={<p>{words.recoverLead}</p>}>
      <Form
        action={words.recover}
        onSend={({ since }) =>
          recover.mutateAsync({ params: { id: value.id }, body: { since: new Date(since!).getTime() } })
        }
      >
        <TextField label={words.since} name="since" type="datetime-local" defaultValue={localMinute(start)} />
      </Form>
    </Dialog>
  )
}

/** As the field wants it, in the zone of the person. */
function localMinute(at: number): string {
  return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

export function DeleteWebhook({ value, onClose }: WebhookDialogProps) {
  const navigate = useNavigate()
  const remove = useCall('DELETE /api/v1/webhooks/:id', {
    refreshes: ['GET /api/v1/webhooks'],
    onDone: () => {
      toast(words.deleted)
      void navigate({ to: '/settings/webhooks' })
    },
  })
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={words.deleteTitle}
      action={common.delete}
      onConfirm={() => remove.mutateAsync({ params: { id: value.id } })}
    >
      <p>{words.deleteLead(value.url)}</p>
    </Confirm>
  )
}
