// A new webhook. Its secret goes to the page and into no cache.
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../app/api.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Form } from '../../../parts/form.tsx'
import { words } from '../../../words/settings/webhooks.ts'
import { WebhookFields, webhookOf } from './webhook-fields.tsx'

export interface AddWebhookProps {
  readonly onClose: () => void
  readonly onAdded: (secret: string) => void
}

export function AddWebhook({ onClose, onAdded }: AddWebhookProps) {
  const client = useQueryClient()
  return (
    <Dialog isOpen onClose={onClose} title={words.create} isWide>
      <Form
        action={words.create}
        onSend={async (fields, form) => {
          const { secret } = await api('POST /api/v1/webhooks', { body: webhookOf(fields, form) })
          onAdded(secret)
          onClose()
          void client.invalidateQueries({ queryKey: ['GET /api/v1/webhooks'] })
        }}
      >
        <WebhookFields />
      </Form>
    </Dialog>
  )
}
