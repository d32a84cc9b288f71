// What can be done to a webhook: test, pause, edit, rotate its secret, recover, delete.
import { useState } from 'react'
import { useCall } from '../../../app/api.ts'
import { Button } from '../../../parts/button.tsx'
import { Menu } from '../../../parts/menu.tsx'
import { toast } from '../../../parts/toast.tsx'
import { words as common } from '../../../words/common.ts'
import { words } from '../../../words/settings/webhooks.ts'
import type { Webhook } from './health.tsx'
import type { Tested } from './test-result.tsx'
import { DeleteWebhook, EditWebhook, RecoverEvents, RotateWebhookSecret } from './webhook-dialogs.tsx'

export interface WebhookActsProps {
  readonly value: Webhook
  readonly onSecret: (secret: string) => void
  readonly onTested: (answer: Tested) => void
}

type Act = 'edit' | 'rotate' | 'recover' | 'delete'

export function WebhookActs({ value, onSecret, onTested }: WebhookActsProps) {
  const [act, setAct] = useState<Act | null>(null)
  const params = { id: value.id }
  const test = useCall('POST /api/v1/webhooks/:id/test', {
    refreshes: ['GET /api/v1/webhooks/:id/deliveries'],
    onDone: onTested,
  })
  const change = useCall('PUT /api/v1/webhooks/:id', {
    refreshes: ['GET /api/v1/webhooks', 'GET /api/v1/webhooks/:id'],
  })
  const turn = (active: boolean) =>
    change.mutate(
      { params, body: { active } },
      {
        onSuccess: () =>
          active ? toast(words.resumedNow) : toast({ text: words.pausedNow, undo: () => turn(true) }),
        onError: error => toast({ text: error.message, tone: 'bad' }),
      },
    )
  const close = () => setAct(null)
  return (
    <>
      <Button
        isBusy={test.isPending}
        onClick={() =>
          test.mutate({ params }, { onError: error => toast({ text: error.message, tone: 'bad' }) })
        }
      >
        {words.test}
      </Button>
      <Button isBusy={change.isPending} onClick={() => turn(!value.active)}>
        {value.active ? words.pause : words.resume}
      </Button>
      <Menu
        items={[
          { label: words.edit, onSelect: () => setAct('edit') },
          { label: words.rotate, onSelect: () => setAct('rotate') },
          { label: words.recover, onSelect: () => setAct('recover'), isDisabled: !value.active },
          null,
          { label: common.delete, onSelect: () => setAct('delete'), isDangerous: true },
        ]}
      />
      {act === 'edit' && <EditWebhook value={value} onClose={close} />}
      {act === 'rotate' && <RotateWebhookSecret value={value} onClose={close} onSecret={onSecret} />}
      {act === 'recover' && <RecoverEvents value={value} onClose={close} />}
      {act === 'delete' && <DeleteWebhook value={value} onClose={close} />}
    </>
  )
}
