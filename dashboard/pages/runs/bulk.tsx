// Cancels or retries every run that fits the filters, in the background, and shows how it goes by the stream
// of its progress.
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Answer } from '../../../http/client.ts'
import { api, readPages, sayError, useCall } from '../../app/api.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm, Dialog } from '../../parts/dialog.tsx'
import { Menu } from '../../parts/menu.tsx'
import { ErrorNote } from '../../parts/notes.tsx'
import { words as common } from '../../words/common.ts'
import { words } from '../../words/runs/list.ts'
import { statusWords } from '../../words/statuses.ts'
import { filterOf, queryOf, type RunsSearch, statusesOf } from './search.ts'

type Bulk = Answer<'POST /api/v1/executions/bulk'>
type Action = Bulk['action']

export function BulkMenu({ search }: { readonly search: RunsSearch }) {
  const [asked, setAsked] = useState<Action | null>(null)
  const [bulk, setBulk] = useState<Bulk | null>(null)
  const filter = filterOf(search)
  const close = () => setAsked(null)
  const fitting = useFitting(asked, search)
  const isNone = fitting?.count === 0
  const start = async (action: Action) =>
    setBulk(
      await api('POST /api/v1/executions/bulk', {
        body: { action, filter: filter as Bulk['filter'] },
        idempotencyKey: crypto.randomUUID(),
      }),
    )
  return (
    <>
      <Menu
        label={words.everyMatch}
        trigger={<Button>{words.everyMatch}</Button>}
        items={[
          { label: words.retryAll, onSelect: () => setAsked('retry') },
          { label: words.cancelAll, onSelect: () => setAsked('cancel'), isDangerous: true },
        ]}
      />
      <Confirm
        isOpen={asked !== null}
        onClose={close}
        title={asked === 'retry' ? words.bulk.retryTitle : words.bulk.cancelTitle}
        action={words.bulk.start[asked ?? 'cancel'](fitting?.text ?? words.bulk.counting)}
        isDisabled={isNone}
        dismissal={common.goBack}
        look={asked === 'retry' ? 'primary' : 'danger'}
        onConfirm={() => start(asked!)}
      >
        <p className="text-sm text-dim">{asked === 'retry' ? words.bulk.retryHint : words.bulk.cancelHint}</p>
        <p className="text-sm">
          <span className="text-dim">{words.bulk.fits}: </span>
          {filterWords(filter)}
        </p>
        {isNone && <p className="text-sm">{words.bulk.none[asked ?? 'cancel']}</p>}
      </Confirm>
      {bulk !== null && <Progress first={bulk} onClose={() => setBulk(null)} />}
    </>
  )
}

const mostCounted = 100
const actable = { cancel: ['queued', 'running', 'waiting', 'awaiting_approval'], retry: ['failed'] } as const

/** How many runs an action is about, as far as one page tells; undefined until it is known. */
function useFitting(action: Action | null, search: RunsSearch) {
  const wanted = statusesOf(search)
  const status = (wanted.length > 0 ? wanted : actable[action ?? 'cancel']).join(',')
  const query = { ...queryOf(search), status, limit: mostCounted }
  const { data } = useInfiniteQuery({
    ...readPages('GET /api/v1/executions/search', { query }),
    enabled: action !== null,
  })
  const [page] = data?.pages ?? []
  if (action === null || page === undefined) return undefined
  const count = page.rows.length
  return { count, text: words.bulk.count(count, page.next !== null) }
}

/** The filter as the dialog says it, so that nobody acts on more than they see. */
function filterWords(filter: ReturnType<typeof filterOf>): string {
  const { status, ...rest } = filter
  const parts = [
    ...(status === undefined ? [] : [status.map(statusWords).join(', ')]),
    ...Object.entries(rest).map(([name, value]) => `${name}: ${value}`),
  ]
  return parts.length === 0 ? words.bulk.everything : parts.join(' · ')
}

function Progress({ first, onClose }: { readonly first: Bulk; readonly onClose: () => void }) {
  const [bulk, setBulk] = useState(first)
  const [error, setError] = useState<string | null>(null)
  const client = useQueryClient()
  const stop = useCall('POST /api/v1/executions/bulk/:id/cancel')
  useEffect(() => {
    const leaving = new AbortController()
    const follow = async () => {
      const options = { params: { id: first.id }, signal: leaving.signal }
      for await (const { data } of api.events('GET /api/v1/executions/bulk/:id/events', options))
        setBulk(data as Bulk)
      await client.invalidateQueries({ queryKey: ['GET /api/v1/executions/search'] })
    }
    follow().catch(cause => leaving.signal.aborted || setError(sayError(cause)))
    return () => leaving.abort()
  }, [first.id, client])
  const { progress, failed, ended, label } = words.bulk
  const handled = bulk.done + bulk.failed
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={bulk.action === 'retry' ? words.bulk.retryTitle : words.bulk.cancelTitle}
    >
      <div className="flex flex-col gap-3" aria-live="polite">
        <progress
          aria-label={label}
          className="h-2 w-full accent-accent"
          {...(bulk.total !== null && { max: Math.max(1, bulk.total), value: handled })}
          {...(bulk.status !== 'running' && { max: 1, value: 1 })}
        />
        <p className="text-sm">
          <span className="font-medium">{ended[bulk.status]}</span> · {progress(bulk.done, bulk.total)}
          {bulk.failed > 0 && <span className="text-bad"> · {failed(bulk.failed)}</span>}
        </p>
        {bulk.failures.slice(0, 5).map(({ executionId, error: why }) => (
          <p key={executionId} className="text-xs text-dim">
            <code className="font-mono">{executionId}</code>: {why}
          </p>
        ))}
        {(error ?? bulk.error) !== null && <ErrorNote>{error ?? bulk.error}</ErrorNote>}
        <div className="flex justify-end gap-2">
          {bulk.status === 'running' && (
            <Button isBusy={stop.isPending} onClick={() => stop.mutate({ params: { id: bulk.id } })}>
              {words.bulk.stop}
            </Button>
          )}
          <Button look="primary" onClick={onClose}>
            {words.bulk.close}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
