// Asks for the share of new runs that a version gets: all, or a trial beside the active one.
import { useCall } from '../../../app/api.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { TextField } from '../../../parts/field.tsx'
import { Form } from '../../../parts/form.tsx'
import { toast } from '../../../parts/toast.tsx'
import { words } from '../../../words/workflow/versions.ts'

interface ActivationProps {
  readonly workflowId: string
  readonly version: number
  readonly onClose: () => void
}

export function Activation({ workflowId, version, onClose }: ActivationProps) {
  const activate = useCall('POST /api/v1/workflows/:id/versions/:version/activate', {
    refreshes: [
      'GET /api/v1/workflows/:id',
      'GET /api/v1/workflows/:id/versions',
      'GET /api/v1/workflows/:id/canary',
      'GET /api/v1/workflows',
    ],
  })
  async function send({ percent = '100' }: Readonly<Record<string, string>>): Promise<void> {
    await activate.mutateAsync({ params: { id: workflowId, version }, body: { percent: Number(percent) } })
    toast(Number(percent) === 100 ? words.activated(version) : words.trialOf(version, Number(percent)))
    onClose()
  }
  return (
    <Dialog isOpen onClose={onClose} title={words.activateTitle(version)} description={words.activateLead}>
      <Form onSend={send} action={words.activate}>
        <TextField
          label={words.share}
          hint={words.shareHint}
          name="percent"
          type="number"
          min={1}
          max={100}
          defaultValue={100}
        />
      </Form>
    </Dialog>
  )
}
