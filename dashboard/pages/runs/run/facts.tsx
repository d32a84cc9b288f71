// The facts of a run in one line: who or what started it, its version, its times, what it cost.
import { Link } from '@tanstack/react-router'
import { useUser } from '../../../app/session.ts'
import { CopyText } from '../../../parts/copy.tsx'
import { durationText, exactTime, numberText, Time, useNow } from '../../../parts/time.tsx'
import { words } from '../../../words/runs/run.ts'
import { useNames } from '../../approvals/people.ts'
import { isOver, type Run } from './use-trace.ts'
import type { Why } from './why.tsx'

export function Facts({ run, why }: { readonly run: Run; readonly why: Why | undefined }) {
  const { workflowId, workflowVersion, createdAt, finishedAt, cu, id } = run
  const facts: readonly (readonly [string, React.ReactNode])[] = [
    [words.facts.startedBy, <Starter key="by" run={run} why={why} />],
    [
      words.facts.version,
      <Link key="version" to="/workflows/$id/{-$tab}" params={{ id: workflowId, tab: 'versions' }}>
        {words.facts.versionOf(workflowVersion)}
      </Link>,
    ],
    [words.facts.started, <Time key="started" at={createdAt} />],
    [words.facts.ended, finishedAt === null ? '–' : <Time key="ended" at={finishedAt} />],
    [words.facts.took, <Took key="took" run={run} />],
    [words.facts.cost, words.facts.cu(numberText(cu))],
    [words.facts.id, <CopyText key="id" text={id} />],
  ]
  return (
    <dl className="mb-5 grid grid-cols-2 gap-x-8 gap-y-2 text-sm sm:flex sm:flex-wrap">
      {facts.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-xs text-dim">{name}</dt>
          <dd className="flex min-h-6 items-center">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Took({ run: { status, createdAt, startedAt, durationMs } }: { readonly run: Run }) {
  const now = useNow()
  const ms = durationMs ?? Math.max(0, now - (startedAt ?? createdAt))
  return (
    <span title={exactTime(createdAt)}>{isOver(status) || startedAt !== null ? durationText(ms) : '–'}</span>
  )
}

/** What started it, with a link to it where there is a page. */
function Starter({ run: { trigger }, why }: { readonly run: Run; readonly why: Why | undefined }) {
  const user = useUser()
  const nameOf = useNames()
  const text = words.triggers[trigger.kind] ?? trigger.kind
  const ref = trigger.ref ?? ''
  const isPerson = trigger.kind === 'api' && ref === '' && why != null && why.startedBy !== null
  const label = isPerson ? (why.startedBy === user.id ? words.facts.you : nameOf(why.startedBy)) : text
  if (ref.startsWith('exec_'))
    return (
      <Link to="/runs/$id" params={{ id: ref }}>
        {label}
      </Link>
    )
  if (ref.startsWith('chat_'))
    return (
      <Link to="/chat/{-$id}" params={{ id: ref }}>
        {label}
      </Link>
    )
  return <span title={ref}>{label}</span>
}
