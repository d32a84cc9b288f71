// What can be done with the selected runs: a bar at the bottom while some are selected.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, sayError } from '../../app/api.ts'
import { Button } from '../../parts/button.tsx'
import { toast } from '../../parts/toast.tsx'
import { words } from '../../words/runs/list.ts'
import type { ListedRun } from './rows.tsx'

interface SelectionBarProps {
  readonly runs: readonly ListedRun[]
  readonly onClear: () => void
}

type Action = 'cancel' | 'retry'

export function SelectionBar({ runs, onClear }: SelectionBarProps) {
  const client = useQueryClient()
  const [busy, setBusy] = useState<Action | null>(null)
  if (runs.length === 0) return null
  const isOver = ({ status }: ListedRun) => ['completed', 'failed', 'cancelled'].includes(status)
  const cancellable = runs.filter(run => !isOver(run))
  const retriable = runs.filter(({ status }) => status === 'failed')

  async function act(action: Action, on: readonly ListedRun[]): Promise<void> {
    setBusy(action)
    const refusals: string[] = []
    for (const { id } of on) {
      const call = { params: { id }, idempotencyKey: crypto.randomUUID() }
      try {
        if (action === 'cancel') await api('POST /api/v1/executions/:id/cancel', call)
        else await api('POST /api/v1/executions/:id/retry', call)
      } catch (error) {
        refusals.push(sayError(error))
      }
    }
    setBusy(null)
    onClear()
    if (refusals.length < on.length) toast(words.did(action, on.length - refusals.length))
    if (refusals.length > 0) toast({ text: words.didNot(refusals.length, refusals[0]!), tone: 'bad' })
    await client.invalidateQueries({ queryKey: ['GET /api/v1/executions/search'] })
  }

  return (
    <div
      role="toolbar"
      aria-label={words.selected(runs.length)}
      className="sticky bottom-4 z-20 mx-auto mt-3 flex w-fit max-w-full flex-wrap items-center gap-2 rounded-lg border bg-raised px-3 py-2 shadow-float max-md:bottom-16"
    >
      <span className="text-sm font-medium">{words.selected(runs.length)}</span>
      <Button
        look="danger"
        disabled={cancellable.length === 0 || busy !== null}
        title={cancellable.length === 0 ? words.noneToCancel : undefined}
        isBusy={busy === 'cancel'}
        onClick={() => void act('cancel', cancellable)}
      >
        {words.cancel(cancellable.length)}
      </Button>
      <Button
        disabled={retriable.length === 0 || busy !== null}
        title={retriable.length === 0 ? words.noneToRetry : undefined}
        isBusy={busy === 'retry'}
        onClick={() => void act('retry', retriable)}
      >
        {words.retry(retriable.length)}
      </Button>
      <Button look="quiet" onClick={onClear}>
        {words.unselect}
      </Button>
    </div>
  )
}
