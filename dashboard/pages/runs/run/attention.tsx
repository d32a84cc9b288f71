// What somebody can do so that a run goes on, where the eye is: decide an approval, try a parked step again,
// send an event.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { readJson } from '../../../../domain/numerals.ts'
import { shownBlock, shownName } from '../../../../domain/shown/shown.ts'
import { read, sayError, useCall } from '../../../app/api.ts'
import { hasRole, useUser } from '../../../app/session.ts'
import { Button } from '../../../parts/button.tsx'
import { Confirm } from '../../../parts/dialog.tsx'
import { Field, TextArea } from '../../../parts/field.tsx'
import { ErrorNote } from '../../../parts/notes.tsx'
import { ShownValue } from '../../../parts/shown/shown-value.tsx'
import { words as approvalWords } from '../../../words/approvals.ts'
import { words } from '../../../words/runs/run.ts'
import { editedOf, StepArgumentsEditor, useStepArguments } from './again/step-arguments.tsx'
import { type PlanStep, planIdOf } from './standing.ts'
import type { Reason, Why } from './why.tsx'

const refreshes = [
  'GET /api/v1/executions/:id',
  'GET /api/v1/executions/:id/why',
  'GET /api/v1/approvals',
] as const
const mostShown = 3

interface AttentionProps {
  readonly runId: string
  readonly why: Why | undefined
  readonly steps: ReadonlyMap<string, PlanStep>
}

export function Attention({ runId, why, steps }: AttentionProps) {
  const isMember = hasRole(useUser(), 'member')
  const reasons = why?.waitsFor.filter(({ kind }) => ['approval', 'parked', 'event'].includes(kind)) ?? []
  const parked = reasons.filter(({ kind }) => kind === 'parked')
  if (reasons.length === 0) return null
  return (
    <div className="mb-5 flex flex-col gap-3">
      {reasons
        .filter(({ kind }) => kind === 'approval')
        .slice(0, mostShown)
        .map(({ approvalId }) => (
          <ApprovalCard key={approvalId} id={approvalId!} isMember={isMember} steps={steps} />
        ))}
      {parked.length > 0 && <ParkedCard runId={runId} parked={parked} steps={steps} isMember={isMember} />}
      {isMember &&
        reasons
          .filter(({ kind }) => kind === 'event')
          .slice(0, mostShown)
          .map(({ event, step }) => <EventCard key={step} runId={runId} name={event!} />)}
    </div>
  )
}

function Box({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <section
      aria-label={label}
      className="flex flex-col gap-3 rounded-lg border border-warn bg-warn-soft p-4"
    >
      {children}
    </section>
  )
}

interface ApprovalProps {
  readonly id: string
  readonly isMember: boolean
  readonly steps: ReadonlyMap<string, PlanStep>
}

function ApprovalCard({ id, isMember, steps }: ApprovalProps) {
  const approval = useQuery(read('GET /api/v1/approvals/:id', { params: { id } }))
  const decide = useCall('POST /api/v1/approvals/:id', {
    refreshes: ['GET /api/v1/approvals/:id', ...refreshes],
  })
  const { data } = approval
  if (data === undefined || data.status !== 'pending') return null
  const step = steps.get(planIdOf(data.stepId ?? ''))
  const effect = approvalWords.effects[(step?.kind === 'tool' && step.effect) || '']
  const send = (decision: 'approve' | 'deny') =>
    decide.mutate({ params: { id }, body: { decision, digest: data.digest } })
  return (
    <Box label={words.approval.label}>
      {data.tool !== null && (
        <p className="text-base font-semibold wrap-anywhere">
          {words.approval.calls} <bdi className="font-mono">{shownName(data.tool)}</bdi>
          {effect && <span className="block text-sm font-normal first-letter:uppercase">{effect}</span>}
        </p>
      )}
      <div className="rounded-md border border-s-4 px-3 py-2">
        <p className="text-xs text-dim">{approvalWords.authorAsks}</p>
        <p
          dir="auto"
          className="max-h-60 overflow-auto text-base font-medium wrap-anywhere whitespace-pre-wrap"
        >
          {shownBlock(data.message)}
        </p>
      </div>
      {data.args !== null && <ShownValue value={data.args} label={words.approval.args} />}
      {decide.error !== null && <ErrorNote>{sayError(decide.error)}</ErrorNote>}
      <div className="flex flex-wrap items-center gap-2">
        {isMember && data.form === null && (
          <>
            <Button look="primary" isBusy={decide.isPending} onClick={() => send('approve')}>
              {words.approval.approve}
            </Button>
            <Button look="danger" disabled={decide.isPending} onClick={() => send('deny')}>
              {words.approval.deny}
            </Button>
          </>
        )}
        <Link to="/approvals/$id" params={{ id }} className="text-sm">
          {data.form === null ? words.approval.open : words.approval.fill}
        </Link>
      </div>
    </Box>
  )
}

interface ParkedProps {
  readonly runId: string
  readonly parked: readonly Reason[]
  readonly steps: ReadonlyMap<string, PlanStep>
  readonly isMember: boolean
}

function ParkedCard({ runId, parked, steps, isMember }: ParkedProps) {
  const goOn = useCall('POST /api/v1/executions/:id/retry', { refreshes })
  const [edited, setEdited] = useState<string | null>(null)
  const titleOf = (step: string) => steps.get(planIdOf(step))?.title || step
  return (
    <Box label={words.parked.label}>
      <p className="text-base font-medium">{words.parked.title(parked.length)}</p>
      <ul className="flex flex-col gap-1 text-sm">
        {parked.slice(0, 5).map(({ step, error, tool }) => (
          <li key={step}>
            <Link to="/runs/$id" params={{ id: runId }} search={{ step: step! }} resetScroll={false}>
              {titleOf(step!)}
            </Link>{' '}
            {tool !== null && <code className="font-mono text-xs">{shownName(tool)}</code>}
            <span className="block whitespace-pre-wrap text-bad">{error}</span>
            {isMember && tool !== null && (
              <Button look="quiet" onClick={() => setEdited(step!)}>
                {words.parked.edit}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {edited !== null && (
        <EditParked runId={runId} step={edited} title={titleOf(edited)} onClose={() => setEdited(null)} />
      )}
      <p className="text-sm text-dim">{words.parked.hint}</p>
      {goOn.error !== null && <ErrorNote>{sayError(goOn.error)}</ErrorNote>}
      {isMember && (
        <div>
          <Button
            look="primary"
            isBusy={goOn.isPending}
            onClick={() => goOn.mutate({ params: { id: runId }, body: {} })}
          >
            {words.parked.goOn}
          </Button>
        </div>
      )}
    </Box>
  )
}

interface EditProps {
  readonly runId: string
  readonly step: string
  readonly title: string
  readonly onClose: () => void
}

/** Lets a parked step go on with other arguments. */
function EditParked({ runId, step, title, onClose }: EditProps) {
  const draft = useStepArguments(runId, step)
  const retry = useCall('POST /api/v1/executions/:id/retry', { refreshes })
  async function goOn(): Promise<void> {
    const args = editedOf(draft)
    const body = { fromStep: step, ...(args !== null && { args }) }
    await retry.mutateAsync({ params: { id: runId }, body })
  }
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={words.parked.editTitle(title)}
      action={words.parked.goOn}
      look="primary"
      onConfirm={goOn}
    >
      <p className="text-sm text-dim">{words.parked.editHint}</p>
      <StepArgumentsEditor {...draft} />
    </Confirm>
  )
}

function EventCard({ runId, name }: { readonly runId: string; readonly name: string }) {
  const [text, setText] = useState('{}')
  const [defect, setDefect] = useState<string | undefined>()
  const send = useCall('POST /api/v1/executions/:id/events/:name', { refreshes })
  const go = () => {
    try {
      const body = readJson(text) as never
      setDefect(undefined)
      send.mutate({ params: { id: runId, name }, body })
    } catch {
      setDefect(words.event.noJson)
    }
  }
  return (
    <Box label={words.event.label}>
      <p className="text-base font-medium">{words.event.title(name)}</p>
      <Field label={words.event.body} hint={words.event.hint} error={defect}>
        <TextArea
          value={text}
          rows={3}
          spellCheck={false}
          className="font-mono text-xs"
          onChange={event => setText(event.target.value)}
        />
      </Field>
      {send.error !== null && <ErrorNote>{sayError(send.error)}</ErrorNote>}
      <div>
        <Button isBusy={send.isPending} onClick={go}>
          {words.event.send}
        </Button>
      </div>
    </Box>
  )
}
