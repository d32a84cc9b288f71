// One delivery: what was sent, and what the receiver answered each time.
import { useQuery } from '@tanstack/react-query'
import { readJson } from '../../../../domain/numerals.ts'
import type { Answer } from '../../../../http/client.ts'
import { read, sayError, useCall } from '../../../app/api.ts'
import { Button } from '../../../parts/button.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { ErrorNote, Loaded } from '../../../parts/notes.tsx'
import { Badge } from '../../../parts/status.tsx'
import { durationText, exactTime, Time } from '../../../parts/time.tsx'
import { toast } from '../../../parts/toast.tsx'
import { Value } from '../../../parts/value.tsx'
import { words } from '../../../words/settings/webhooks.ts'
import { DeliveryStatus, type Webhook } from './health.tsx'

type Detail = Answer<'GET /api/v1/webhooks/:id/deliveries/:deliveryId'>
type Attempt = Detail['latestAttempts'][number]

export interface DeliveryDialogProps {
  readonly webhook: Webhook
  readonly id: string
  readonly onClose: () => void
}

export function DeliveryDialog({ webhook, id, onClose }: DeliveryDialogProps) {
  const params = { id: webhook.id, deliveryId: id }
  const query = useQuery({
    ...read('GET /api/v1/webhooks/:id/deliveries/:deliveryId', { params }),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? 3_000 : false),
  })
  const replay = useCall('POST /api/v1/webhooks/:id/deliveries/:deliveryId/replay', {
    refreshes: ['GET /api/v1/webhooks/:id/deliveries', 'GET /api/v1/webhooks/:id/deliveries/:deliveryId'],
    onDone: () => toast(words.replayed),
  })
  return (
    <Dialog isOpen onClose={onClose} title={query.data?.event ?? words.delivery} isWide>
      <Loaded query={query}>
        {delivery => (
          <div className="flex flex-col gap-4">
            <Facts value={delivery} />
            {replay.error !== null && <ErrorNote>{sayError(replay.error)}</ErrorNote>}
            {delivery.event !== 'ping' && webhook.active && delivery.status !== 'pending' && (
              <div>
                <Button isBusy={replay.isPending} onClick={() => replay.mutate({ params })}>
                  {words.replay}
                </Button>
              </div>
            )}
            <section>
              <h3 className="mb-1 text-sm font-medium">{words.sent}</h3>
              {delivery.request === null ? (
                <p className="text-dim">{words.gone}</p>
              ) : (
                <Value value={jsonOf(delivery.request)} label={words.sent} />
              )}
            </section>
            <section>
              <h3 className="mb-1 text-sm font-medium">{words.latestAttempts}</h3>
              {delivery.latestAttempts.length === 0 && <p className="text-dim">{words.noAttempts}</p>}
              <ol className="flex flex-col gap-3">
                {delivery.latestAttempts.map(attempt => (
                  <AttemptItem key={attempt.at} value={attempt} />
                ))}
              </ol>
            </section>
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}

function Facts({ value: { status, id, createdAt, expiresAt, nextAttemptAt } }: { readonly value: Detail }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-dim">
      <DeliveryStatus status={status} />
      <Time at={createdAt} />
      <code className="font-mono text-xs">{id}</code>
      {nextAttemptAt !== null && (
        <span>
          {words.next}: <Time at={nextAttemptAt} />
        </span>
      )}
      {status === 'pending' && (
        <span>
          {words.until} {exactTime(expiresAt)}
        </span>
      )}
    </div>
  )
}

function AttemptItem({ value: { at, durationMs, status, error, body } }: { readonly value: Attempt }) {
  const isTaken = status !== null && status >= 200 && status < 300
  return (
    <li className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center gap-2 text-sm">
        <Badge tone={isTaken ? 'good' : 'bad'}>{status ?? words.noAnswer}</Badge>
        <span className="text-dim">{exactTime(at)}</span>
        <span className="text-dim">{durationText(durationMs)}</span>
      </div>
      {error !== null && <p className="text-sm text-bad">{error}</p>}
      {body !== null && body !== '' && <Value value={body} label={words.answerBody} />}
    </li>
  )
}

/** A body that is JSON folds like any value; any other is text. */
function jsonOf(text: string): unknown {
  try {
    return readJson(text)
  } catch {
    return text
  }
}
