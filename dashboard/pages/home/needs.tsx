// What needs somebody: approvals that wait, runs that stopped at a step until its cause is mended, and the
// failures of the last day by their cause.
import { useQueries, useQuery } from '@tanstack/react-query'
import { Hand, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { shownLine, shownName } from '../../../domain/shown/shown.ts'
import type { Answer } from '../../../http/client.ts'
import { read } from '../../app/api.ts'
import { Empty, Loaded, Skeleton } from '../../parts/notes.tsx'
import { StatusIcon } from '../../parts/status.tsx'
import { numberText, Time } from '../../parts/time.tsx'
import { words } from '../../words/home.ts'
import { causesOf } from '../runs/causes.tsx'
import { shownStatus, useCauseText } from '../runs/ended.ts'
import { List, Panel, Row } from './panel.tsx'
import { dayAgo, failedSince, mostAsked, reads } from './reads.ts'

type Runs = Answer<'GET /api/v1/executions'>
type Approvals = Answer<'GET /api/v1/approvals'>
const shownApprovals = 5
const shownCauses = 5

export function NeedsYou() {
  const [since] = useState(dayAgo)
  const approvals = useQuery(reads.approvals)
  const failed = useQuery(failedSince(since))
  const waiting = useQuery(reads.waiting)
  // A parked run waits for long, so it is among the oldest.
  const oldest = useQuery({
    ...read('GET /api/v1/executions', {
      query: { status: 'waiting', limit: mostAsked, sort: 'createdAt' },
    }),
    enabled: waiting.data?.length === mostAsked,
  })
  return (
    <Loaded query={approvals} skeleton={<Skeleton className="mb-8" />}>
      {asked => (
        <Loaded query={failed} skeleton={<Skeleton className="mb-8" />}>
          {failures => (
            <Loaded query={waiting} skeleton={<Skeleton className="mb-8" />}>
              {paused => (
                <Needs
                  asked={asked}
                  failures={failures}
                  paused={together(paused, oldest.data ?? [])}
                  since={since}
                />
              )}
            </Loaded>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

function together(newest: Runs, oldest: Runs): Runs {
  const known = new Set(newest.map(({ id }) => id))
  return [...newest, ...oldest.filter(({ id }) => !known.has(id))]
}

interface NeedsProps {
  readonly asked: Approvals
  readonly failures: Runs
  readonly paused: Runs
  readonly since: number
}

function Needs({ asked, failures, paused, since }: NeedsProps) {
  const { stopped, isKnown } = useStopped(paused)
  if (asked.length + failures.length + stopped.length > 0)
    return (
      <div>
        {asked.length > 0 && <WaitingApprovals approvals={asked} />}
        {stopped.length > 0 && <StoppedRuns stopped={stopped} />}
        {failures.length > 0 && <Failures runs={failures} since={since} />}
      </div>
    )
  return (
    <div className="mb-8">
      {isKnown ? <Empty title={words.allClear}>{words.allClearHint}</Empty> : <Skeleton />}
    </div>
  )
}

interface Stopped {
  readonly run: Runs[number]
  readonly step: string | null
  readonly message: string
}

/** Those of the waiting runs that wait for somebody to mend a step. */
function useStopped(paused: Runs): { readonly stopped: readonly Stopped[]; readonly isKnown: boolean } {
  const answers = useQueries({
    queries: paused.map(({ id }) => read('GET /api/v1/executions/:id/why', { params: { id } })),
  })
  const stopped = answers.flatMap(({ data }, index) => {
    const reason = data?.waitsFor.find(({ kind }) => kind === 'parked')
    if (reason === undefined) return []
    return [{ run: paused[index]!, step: reason.step, message: reason.error ?? reason.message }]
  })
  return { stopped, isKnown: answers.every(({ isPending }) => !isPending) }
}

function WaitingApprovals({ approvals }: { readonly approvals: Approvals }) {
  const count = approvals.length >= 100 ? '99+' : numberText(approvals.length)
  return (
    <Panel title={words.approvals} count={count} all={{ to: '/approvals', label: words.allApprovals }}>
      <List label={words.approvals}>
        {approvals.slice(0, shownApprovals).map(({ id, message, tool, requestedAt, expiresAt }) => (
          <Row
            key={id}
            to="/approvals/$id"
            params={{ id }}
            start={<Hand aria-hidden="true" className="size-4 text-warn" />}
            end={<Time at={requestedAt} />}
          >
            <span dir="auto" className="line-clamp-2 font-medium">
              {shownLine(message === '' ? (tool ?? '') : message)}
            </span>
            <span className="text-sm text-dim">
              {tool !== null && shownName(tool)}
              {tool !== null && expiresAt !== null && ' · '}
              {expiresAt !== null && (
                <>
                  {words.expires} <Time at={expiresAt} />
                </>
              )}
            </span>
          </Row>
        ))}
      </List>
    </Panel>
  )
}

function StoppedRuns({ stopped }: { readonly stopped: readonly Stopped[] }) {
  return (
    <Panel title={words.stopped} count={numberText(stopped.length)} hint={words.stoppedHint}>
      <List label={words.stopped}>
        {stopped.map(({ run, step, message }) => (
          <Row
            key={run.id}
            to="/runs/$id"
            params={{ id: run.id }}
            search={step === null ? {} : { step }}
            start={<TriangleAlert aria-hidden="true" className="size-4 text-warn" />}
            end={<Time at={run.createdAt} />}
          >
            <span dir="auto" className="line-clamp-2 font-medium">
              {message}
            </span>
            <span className="text-sm text-dim">
              {shownLine(run.workflowName)}
              {step !== null && ` · ${words.step(step)}`}
            </span>
          </Row>
        ))}
      </List>
    </Panel>
  )
}

function Failures({ runs, since }: { readonly runs: Runs; readonly since: number }) {
  const causes = causesOf(runs)
  const causeText = useCauseText()
  return (
    <Panel
      title={words.failed}
      count={runs.length >= 100 ? '100+' : numberText(runs.length)}
      hint={runs.length >= 100 ? words.failedMore : undefined}
      all={{ to: '/runs', search: { status: 'failed', since, view: 'causes' }, label: words.allFailed }}
    >
      <List label={words.failed}>
        {causes.slice(0, shownCauses).map(({ key, newest, count }) => (
          <Row
            key={key}
            {...(count === 1
              ? { to: '/runs/$id', params: { id: newest.id } }
              : { to: '/runs', search: { status: 'failed', workflowId: newest.workflowId, since } })}
            start={<StatusIcon status={shownStatus(newest)} />}
            end={<Time at={newest.createdAt} />}
            tally={count > 1 ? words.failedCount(count) : undefined}
          >
            <span dir="auto" className="line-clamp-2 font-medium">
              {newest.error === null ? words.unknownCause : causeText(newest.error.message)}
            </span>
            <span className="text-sm text-dim">
              {shownLine(newest.workflowName)}
              {newest.error?.step && ` · ${words.step(newest.error.step)}`}
            </span>
          </Row>
        ))}
      </List>
    </Panel>
  )
}
