// How an approval was decided, by whom, when and why; what stands where the buttons were.
import { shownBlock } from '../../../domain/shown/shown.ts'
import { StatusBadge } from '../../parts/status.tsx'
import { Time } from '../../parts/time.tsx'
import { words } from '../../words/approvals.ts'
import { Changes, isArguments } from './draft/arguments.tsx'
import type { Approval } from './facts.ts'
import type { NameOf } from './people.ts'

export function Outcome({
  approval: { status, args, decidedArgs, decidedAt, decidedBy, note },
  nameOf,
  isLate,
}: {
  readonly approval: Approval
  readonly nameOf: NameOf
  /** The person has pressed a button, but somebody else was first. */
  readonly isLate: boolean
}) {
  const isByPerson = status === 'approved' || status === 'denied'
  const who = nameOf(decidedBy)
  return (
    <div role="status" className="flex flex-col gap-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <StatusBadge status={status} />
        <span>{isByPerson ? words.decided(status, who) : words.ended(status)}</span>
        <Time at={decidedAt} className="text-xs text-dim" />
      </p>
      {isLate && isByPerson && <p className="font-medium text-warn">{words.already(capital(who), status)}</p>}
      {note !== null && note !== '' && (
        <blockquote dir="auto" className="border-s-2 border-strong ps-3 whitespace-pre-wrap text-dim">
          {shownBlock(note)}
        </blockquote>
      )}
      {isArguments(args) && isArguments(decidedArgs) && (
        <Changes asked={args} args={decidedArgs} title={words.changedBy} />
      )}
    </div>
  )
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
