// A plan that a language model made: somebody reads it and accepts it, by its digest, before anything but a
// person may start it.
import { useState } from 'react'
import { api, sayError } from '../../../app/api.ts'
import { Button } from '../../../parts/button.tsx'
import { ErrorNote, Note } from '../../../parts/notes.tsx'
import { Time } from '../../../parts/time.tsx'
import { words } from '../../../words/write.ts'
import type { Workflow } from './use-saving.ts'

export interface AcceptanceProps {
  readonly workflow: Workflow
  readonly onAccepted: (workflow: Workflow) => void
  readonly isAllowed: boolean
}

export function Acceptance({ workflow, onAccepted, isAllowed }: AcceptanceProps) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const { acceptance, id } = workflow
  if (acceptance === null) return null
  const { digest, acceptedAt } = acceptance
  if (acceptedAt !== null)
    return (
      <Note tone="good">
        {words.byModel} {words.accepted} <Time at={acceptedAt} />.
      </Note>
    )
  const accept = async () => {
    setBusy(true)
    setError(null)
    try {
      onAccepted(await api('POST /api/v1/workflows/:id/accept', { params: { id }, body: { digest } }))
    } catch (cause) {
      setError(sayError(cause))
    }
    setBusy(false)
  }
  return (
    <Note tone="warn">
      <p>
        {words.byModel} {words.mustAccept}
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        {isAllowed && (
          <Button isBusy={isBusy} onClick={() => void accept()}>
            {words.accept}
          </Button>
        )}
        <span className="text-xs">
          {words.digest} <code className="font-mono">{digest.slice(0, 12)}</code>
        </span>
      </div>
      {error !== null && <ErrorNote>{error}</ErrorNote>}
    </Note>
  )
}
