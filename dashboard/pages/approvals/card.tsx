// One decision: what is asked, what each answer would do, the exact arguments, why, and the answer.
// 1. An approval is decided as it was shown: its digest goes with the decision.
// 2. A card that came by itself takes no decision for a moment: a second tap was for the one before.
import { Link } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { shownBlock, shownLine, shownName } from '../../../domain/shown/shown.ts'
import { useUser } from '../../app/session.ts'
import { cx } from '../../parts/class-names.ts'
import { ErrorNote, Note } from '../../parts/notes.tsx'
import { Time } from '../../parts/time.tsx'
import { words } from '../../words/approvals.ts'
import { Background, Part } from './background.tsx'
import { Bar } from './bar.tsx'
import { FormFields } from './draft/form-fields.tsx'
import { faultsOf, useDraft } from './draft/use-draft.ts'
import { type Approval, isBudget, isReview, type Listed, refusalOf } from './facts.ts'
import { useKeys } from './keys.ts'
import { effectOf, Meaning } from './meaning.tsx'
import { Outcome } from './outcome.tsx'
import { type NameOf, useNames } from './people.ts'
import { Subject } from './subject.tsx'
import { TimeLeft, useIsOver } from './time-left.tsx'
import { useDecision } from './use-decision.ts'
import type { Facts } from './use-facts.ts'

/** Longer than between the taps of a double tap. */
const settleMs = 400

export interface CardProps {
  readonly facts: Facts
  readonly waiting: readonly Listed[]
  /** It took the place of one that was decided. */
  readonly hasSlidIn: boolean
  readonly onDecided: (answer: Approval) => void
}

export function DecisionCard({ facts, waiting, hasSlidIn, onDecided }: CardProps) {
  const { approval, terms, startedBy } = facts
  const user = useUser()
  const nameOf = useNames()
  const draft = useDraft(approval)
  const [isDenying, setDenying] = useState(false)
  const { decide, isSending, refusal } = useDecision(approval, onDecided)
  const heading = useRef<HTMLHeadingElement>(null)
  const isSettled = useSettled(hasSlidIn)
  const isOver = useIsOver(approval.expiresAt)
  useEffect(() => {
    if (hasSlidIn) heading.current?.focus()
  }, [hasSlidIn])

  const isPending = approval.status === 'pending'
  const hasVoted = terms?.approvedBy?.includes(user.id) ?? false
  const why = refusalOf(approval, user, terms && { notStarter: terms.notStarter === true, startedBy })
  const canDecide = isPending && why === null && !hasVoted && !isOver
  const hasSubject = approval.tool !== null || isReview(approval)
  const canEdit = canDecide && hasSubject && Object.keys(draft.asked).length > 0
  const isAlone = (terms?.quorum ?? 1) === 1
  const approve = () => {
    const decision = draft.approval()
    if (decision !== null) void decide(decision)
    else requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }
  const isOpen = canDecide && isSettled && !isSending
  useKeys(isOpen && !isDenying ? { a: approve, d: () => setDenying(true) } : {})

  return (
    <article
      aria-label={words.approval}
      className={cx(
        'flex flex-col rounded-lg border bg-raised max-md:-mx-4 max-md:rounded-none max-md:border-x-0',
        canDecide && 'max-md:mb-20',
        hasSlidIn && 'slide-in',
      )}
    >
      <div className="flex flex-col gap-5 p-5">
        <header className="flex flex-col gap-2">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <Origin facts={facts} nameOf={nameOf} />
            {isPending && <TimeLeft until={approval.expiresAt} />}
          </div>
          <Call facts={facts} />
          <Question text={approval.message} heading={heading} />
        </header>
        {isPending ? (
          <Meaning facts={facts} nameOf={nameOf} />
        ) : (
          <Outcome approval={approval} nameOf={nameOf} isLate={refusal?.isLate ?? false} />
        )}
        {approval.args !== null && (
          <Subject facts={facts} draft={draft} canEdit={canEdit} isAlone={isAlone} refusal={refusal} />
        )}
        {draft.schema !== null && canDecide && (
          <Part title={words.form}>
            <FormFields
              schema={draft.schema}
              answers={draft.answers}
              faults={faultsOf('form', draft.faults, refusal)}
              onChange={draft.fill}
            />
          </Part>
        )}
        {!isBudget(approval) && <Background facts={facts} waiting={waiting} />}
        {isPending && why !== null && <Note tone="warn">{why}</Note>}
        {isPending && hasVoted && <Note>{words.votedAlready}</Note>}
        {isPending && isOver && <Note tone="warn">{words.overTime}</Note>}
        {isPending && refusal !== null && (
          <ErrorNote>
            {words.refused}: {refusal.message}
          </ErrorNote>
        )}
      </div>
      {canDecide && (
        <Bar
          isDenying={isDenying}
          onDenying={setDenying}
          onApprove={approve}
          onDeny={reason => void decide({ decision: 'deny', ...(reason !== '' && { note: reason }) })}
          isBusy={isSending}
          isReady={isSettled}
          isChanged={draft.isChanged}
        />
      )}
    </article>
  )
}

/** First of all: what would be called. */
function Call({ facts }: { readonly facts: Facts }) {
  const { tool } = facts.approval
  if (tool === null) return null
  const effect = words.effects[effectOf(facts)]
  return (
    <p className="text-lg font-semibold wrap-anywhere">
      {words.tool} <bdi className="font-mono">{shownName(tool)}</bdi>
      {effect && <span className="block text-sm font-normal text-dim first-letter:uppercase">{effect}</span>}
    </p>
  )
}

/** The words of the plan's author, in a frame: they are not ours. */
function Question({
  text,
  heading,
}: {
  readonly text: string
  readonly heading: RefObject<HTMLHeadingElement | null>
}) {
  return (
    <div className="rounded-md border border-s-4 px-3 py-2">
      <p className="text-xs text-dim">{words.authorAsks}</p>
      <h2
        ref={heading}
        tabIndex={-1}
        dir="auto"
        className="max-h-60 overflow-auto text-base font-semibold wrap-anywhere whitespace-pre-wrap outline-none"
      >
        {shownBlock(text)}
      </h2>
    </div>
  )
}

function useSettled(hasSlidIn: boolean): boolean {
  const [isSettled, setSettled] = useState(!hasSlidIn)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), settleMs)
    return () => clearTimeout(timer)
  }, [])
  return isSettled
}

function Origin({ facts, nameOf }: { readonly facts: Facts; readonly nameOf: NameOf }) {
  const { approval, run, startedBy } = facts
  return (
    <p className="min-w-0 text-sm text-dim">
      {approval.sessionId !== null && (
        <Link to="/chat/{-$id}" params={{ id: approval.sessionId }}>
          {words.askedBy.chat}
        </Link>
      )}
      {run !== null && (
        <>
          {words.askedBy.run}{' '}
          <Link to="/runs/$id" params={{ id: run.id }} dir="auto" className="font-medium text-ink">
            {shownLine(run.workflowName)}
          </Link>
          , {startedBy === null ? words.trigger[run.trigger] : words.startedBy(nameOf(startedBy))}
          {startedBy !== null && run.trigger !== 'api' && ` ${words.trigger[run.trigger] ?? ''}`}
        </>
      )}{' '}
      · <Time at={approval.requestedAt} />
    </p>
  )
}
