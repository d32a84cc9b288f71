// Rotation and revocation of a key. The new text of a key goes to the page and into no cache.
import { useQueryClient } from '@tanstack/react-query'
import { api, useCall } from '../../../app/api.ts'
import { Confirm, Dialog } from '../../../parts/dialog.tsx'
import { Field, Select } from '../../../parts/field.tsx'
import { Form } from '../../../parts/form.tsx'
import { ago, useNow } from '../../../parts/time.tsx'
import { toast } from '../../../parts/toast.tsx'
import { words } from '../../../words/settings/api-keys.ts'
import type { CreatedKey, Key } from './key-texts.ts'

export function RotateKey({
  value,
  onClose,
  onRotated,
}: {
  readonly value: Key
  readonly onClose: () => void
  readonly onRotated: (key: CreatedKey) => void
}) {
  const client = useQueryClient()
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={words.rotateTitle(value.name)}
      description={<p>{words.rotateLead}</p>}
    >
      <Form
        action={words.rotate}
        onSend={async ({ graceSeconds }) => {
          const body = { graceSeconds: Number(graceSeconds) }
          const made = await api('POST /api/v1/apikeys/:id/rotate', { params: { id: value.id }, body })
          onRotated(made)
          onClose()
          void client.invalidateQueries({ queryKey: ['GET /api/v1/apikeys'] })
        }}
      >
        <Field label={words.grace}>
          <Select name="graceSeconds" defaultValue="3600">
            {Object.entries(words.graces).map(([seconds, label]) => (
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

export function RevokeKey({ value, onClose }: { readonly value: Key; readonly onClose: () => void }) {
  const now = useNow(60_000)
  const revoke = useCall('DELETE /api/v1/apikeys/:id', {
    refreshes: ['GET /api/v1/apikeys'],
    onDone: () => toast(words.revoked(value.name)),
  })
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={words.revokeTitle(value.name)}
      action={words.revoke}
      onConfirm={() => revoke.mutateAsync({ params: { id: value.id } })}
    >
      <p>{words.revokeLead}</p>
      <p>{value.lastUsedAt === null ? words.neverUsed : words.usedLast(ago(value.lastUsedAt, now))}</p>
    </Confirm>
  )
}
