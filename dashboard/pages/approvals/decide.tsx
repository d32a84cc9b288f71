// The screen of decisions: what waits at the side, one of it in full. After a decision the next slides in.
// 1. What is shown stays until the person moves on, whoever decides it meanwhile.
// 2. The next one is read ahead.
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { readPages } from '../../app/api.ts'
import { useUser } from '../../app/session.ts'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { Empty, Loaded, Skeleton } from '../../parts/notes.tsx'
import { useRows } from '../../parts/rows.tsx'
import { toast } from '../../parts/toast.tsx'
import { words } from '../../words/approvals.ts'
import { DecisionCard } from './card.tsx'
import { type Approval, inOrder, type Listed } from './facts.ts'
import { useKeys } from './keys.ts'
import { Queue } from './queue.tsx'
import { useFacts } from './use-facts.ts'

const pending = readPages('GET /api/v1/approvals', { query: { status: 'pending', limit: 100 } })

/** @param id of the address; null in the inbox, which begins with the first */
export function Decide({ id }: { readonly id: string | null }) {
  const user = useUser()
  const { query, rows } = useRows<Listed>(pending)
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  const [kept, setKept] = useState<string | null>(null)
  const [slid, setSlid] = useState<string | null>(null)
  const navigate = useNavigate()
  const waiting = inOrder(
    (rows ?? []).filter(one => !done.has(one.id)),
    user,
  )
  const first = waiting[0]?.id ?? null
  if (id === null && kept === null && first !== null) setKept(first)
  const shownId = id ?? kept ?? first
  const at = waiting.findIndex(one => one.id === shownId)
  const next = waiting[at + 1] ?? waiting.find(one => one.id !== shownId) ?? null

  const show = (to: string | null) => {
    if (id === null) setKept(to)
    else if (to === null) void navigate({ to: '/approvals' })
    else void navigate({ to: '/approvals/$id', params: { id: to }, replace: true })
  }
  const moveOn = () => {
    setSlid(next?.id ?? null)
    show(next?.id ?? null)
    scrollTo(0, 0)
  }
  const move = (by: 1 | -1) => {
    const to = waiting[at + by]
    if (to !== undefined) void navigate({ to: '/approvals/$id', params: { id: to.id } })
  }
  useKeys({ j: () => move(1), k: () => move(-1) })

  if (rows === undefined && query.error === null && id === null) return <Skeleton rows={8} />
  if (shownId === null)
    return query.error === null ? <NothingWaits /> : <Loaded query={query as never}>{() => null}</Loaded>
  return (
    <div className="flex gap-6 max-md:flex-col max-md:gap-0">
      {waiting.length > 0 && (
        <Queue
          waiting={waiting}
          shownId={shownId}
          onMove={move}
          onMore={query.hasNextPage ? () => void query.fetchNextPage() : null}
        />
      )}
      <div className="min-w-0 flex-1 md:max-w-3xl">
        <Shown
          id={shownId}
          next={next}
          waiting={waiting}
          hasSlidIn={slid === shownId}
          onDecided={answer => {
            tell(answer, answer.executionId === null ? null : () => void open(answer, navigate))
            setDone(new Set([...done, answer.id]))
            moveOn()
          }}
          onNext={moveOn}
        />
      </div>
    </div>
  )
}

interface ShownProps {
  readonly id: string
  readonly next: Listed | null
  readonly waiting: readonly Listed[]
  readonly hasSlidIn: boolean
  readonly onDecided: (answer: Approval) => void
  readonly onNext: () => void
}

function Shown({ id, next, waiting, hasSlidIn, onDecided, onNext }: ShownProps) {
  const { approval, facts } = useFacts(
    id,
    waiting.find(one => one.id === id),
  )
  useFacts(next?.id ?? null, next ?? undefined)
  if (facts === null) return <Loaded query={approval}>{() => <Skeleton rows={8} />}</Loaded>
  const { status, digest } = facts.approval
  return (
    <>
      <DecisionCard
        key={`${id} ${digest}`}
        facts={facts}
        waiting={waiting}
        hasSlidIn={hasSlidIn}
        onDecided={onDecided}
      />
      {status !== 'pending' && (
        <div className="mt-4 flex flex-wrap gap-2">
          {next !== null && (
            <Button look="primary" onClick={onNext} className="max-md:h-12 max-md:flex-1">
              {words.toNext}
            </Button>
          )}
          <ButtonLink to="/approvals" className="max-md:h-12 max-md:flex-1">
            {words.toInbox}
          </ButtonLink>
        </div>
      )}
    </>
  )
}

function NothingWaits() {
  return (
    <Empty title={words.empty} action={<ButtonLink to="/workflows/new">{words.emptyAction}</ButtonLink>}>
      {words.emptyHint}
    </Empty>
  )
}

type Navigate = ReturnType<typeof useNavigate>

function open({ executionId }: Approval, navigate: Navigate): Promise<void> {
  return navigate({ to: '/runs/$id', params: { id: executionId! } })
}

function tell({ status, message, executionId }: Approval, openRun: (() => void) | null): void {
  const short = message.length > 80 ? `${message.slice(0, 79)}…` : message
  const done =
    status === 'denied' ? words.done.denied : status === 'pending' ? words.done.voted : words.done.approved
  toast({
    text: done(short),
    ...(openRun !== null && { link: { href: `/runs/${executionId}`, label: words.openRun, open: openRun } }),
  })
}
