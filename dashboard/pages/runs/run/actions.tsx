// What can be done with a whole run: cancel it, retry it, compare it, take it elsewhere.
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, sayError } from '../../../app/api.ts'
import { hasRole, useUser } from '../../../app/session.ts'
import { Button } from '../../../parts/button.tsx'
import { Confirm } from '../../../parts/dialog.tsx'
import { Menu } from '../../../parts/menu.tsx'
import { toast } from '../../../parts/toast.tsx'
import { words as common } from '../../../words/common.ts'
import { words } from '../../../words/runs/run.ts'
import { isOver, type Run } from './use-trace.ts'

interface ActionsProps {
  readonly run: Run
  readonly onRetry: () => void
}

export function Actions({ run, onRetry }: ActionsProps) {
  const [isAsking, setAsking] = useState(false)
  const isMember = hasRole(useUser(), 'member')
  const navigate = useNavigate()
  const { id, status, workflowId } = run
  const isFailed = status === 'failed' || status === 'cancelled'

  async function compare(): Promise<void> {
    try {
      const query = { workflowId, status: 'completed', createdBefore: run.createdAt, limit: 1 }
      const [good] = await api('GET /api/v1/executions', { query })
      if (good === undefined) toast({ text: words.actions.noGood, tone: 'bad' })
      else await navigate({ to: '/runs/$id', params: { id }, search: { with: good.id } })
    } catch (error) {
      toast({ text: sayError(error), tone: 'bad' })
    }
  }

  async function copyCurl(): Promise<void> {
    try {
      await navigator.clipboard.writeText(curlOf(run, location.origin))
      toast(words.actions.copied)
    } catch {
      toast({ text: words.actions.notCopied, tone: 'bad' })
    }
  }

  return (
    <>
      {isMember && isFailed && (
        <Button look="primary" onClick={onRetry}>
          {words.actions.retry}
        </Button>
      )}
      {isMember && !isOver(status) && (
        <Button look="danger" onClick={() => setAsking(true)}>
          {words.actions.cancel}
        </Button>
      )}
      <Menu
        label={words.actions.more}
        items={[
          { label: words.actions.compare, onSelect: () => void compare() },
          ...(isMember && status === 'completed'
            ? [{ label: words.actions.retryOther, onSelect: onRetry }]
            : []),
          { label: words.actions.curl, onSelect: () => void copyCurl() },
          {
            label: words.actions.chat,
            onSelect: () => void navigate({ to: '/chat/{-$id}', search: { run: id } }),
          },
          {
            label: words.actions.workflow,
            onSelect: () => void navigate({ to: '/workflows/$id/{-$tab}', params: { id: workflowId } }),
          },
        ]}
      />
      <Confirm
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={words.cancel.title}
        action={words.cancel.action}
        dismissal={common.goBack}
        onConfirm={() => api('POST /api/v1/executions/:id/cancel', { params: { id } })}
      >
        <p className="text-sm text-dim">{words.cancel.hint}</p>
      </Confirm>
    </>
  )
}

/** A command that starts the same run again. */
export function curlOf({ workflowId, inputs }: Pick<Run, 'workflowId' | 'inputs'>, origin: string): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
  return [
    `curl ${quoted(`${origin}/api/v1/workflows/${workflowId}/execute`)}`,
    '-H "Authorization: Bearer $KEY"',
    "-H 'Content-Type: application/json'",
    `-d ${quoted(JSON.stringify({ inputs }))}`,
  ].join(' \\\n  ')
}
