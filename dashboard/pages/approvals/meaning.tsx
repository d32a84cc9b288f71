// What each decision would do, in words: approving, denying, and doing nothing.

import { shownName } from '../../../domain/shown/shown.ts'
import { ago, useNow } from '../../parts/time.tsx'
import { words } from '../../words/approvals.ts'
import { followingOf, isBudget, policyOf } from './facts.ts'
import type { NameOf } from './people.ts'
import type { Facts } from './use-facts.ts'

export function Meaning({ facts, nameOf }: { readonly facts: Facts; readonly nameOf: NameOf }) {
  const { approval, terms } = facts
  const now = useNow(30_000)
  const { onTimeout } = policyOf(facts.step)
  const quorum = terms?.quorum ?? 1
  const voters = terms?.approvedBy ?? []
  return (
    <section aria-label={words.whatHappens} className="flex flex-col gap-2">
      <dl className="grid gap-x-4 gap-y-1.5 sm:grid-cols-[9rem_minmax(0,1fr)]">
        <Row name={words.ifApproved}>{ifApproved(facts)}</Row>
        <Row name={words.ifDenied}>{ifDenied(facts)}</Row>
        {approval.expiresAt !== null && (
          <Row name={words.ifSilent}>{words.silence[onTimeout](ago(approval.expiresAt, now))}</Row>
        )}
      </dl>
      {quorum > 1 && (
        <p className="text-sm text-dim">
          {words.quorum(quorum, voters.length)}{' '}
          {voters.length > 0 && words.quorumBy(voters.map(nameOf).join(', '))}
        </p>
      )}
    </section>
  )
}

function Row({ name, children }: { readonly name: string; readonly children: string }) {
  return (
    <>
      <dt className="text-sm text-dim max-sm:-mb-1">{name}</dt>
      <dd className="first-letter:uppercase">{children}</dd>
    </>
  )
}

/** What the call would do to the world; empty when it is not known. */
export function effectOf({ step, tool }: Facts): string {
  return (step?.kind === 'tool' ? step.effect : undefined) ?? tool?.effect ?? ''
}

function ifApproved(facts: Facts): string {
  const { approval, plan, step } = facts
  if (isBudget(approval)) return words.raises
  const call = approval.tool === null ? [] : [words.calls(shownName(approval.tool))]
  if (approval.kind === 'chat') return [...call, words.chatGoesOn].join('; ')
  const count = plan === null || step === null ? null : followingOf(plan, step.id).length
  if (count === null) return call.join('; ') || words.goesOnAlone(1)
  return [...call, call.length > 0 ? words.goesOn(count) : words.goesOnAlone(count)].join('; ')
}

function ifDenied({ approval, step }: Facts): string {
  if (approval.kind === 'chat') return words.chatStops
  switch (policyOf(step).onDeny) {
    case 'fail':
      return words.endsRun
    case 'continue':
      return words.goesOnDenied
    case 'handled':
      return words.handled
  }
}
