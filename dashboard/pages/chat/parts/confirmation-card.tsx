// A workflow that a conversation has made and that may not start by itself yet: the same entries as beside
// its plan, confirmed in place. What has changed meanwhile is refused, and shown as it is then.
import type { Conversation } from '@service/chat/conversation.ts'
import type { Confirmable } from '@service/chat/widget/shown.ts'
import { Link } from '@tanstack/react-router'
import { StatusBadge } from '../../../parts/status.tsx'
import { words } from '../../../words/workflow/confirming.ts'
import { Entries } from '../../workflows/plan/confirming/entries.tsx'

export interface ConfirmationCardProps {
  readonly part: Confirmable
  readonly conversation: Conversation
}

export function ConfirmationCard({ part, conversation }: ConfirmationCardProps) {
  const { workflowId, workflowName, mayConfirm, confirmation } = part
  const { digest, entries, accepted } = confirmation
  const confirm = async (ticked: readonly string[]) => {
    await conversation.confirm(part, ticked)
  }
  return (
    <section aria-label={words.title} className="flex flex-col gap-3 rounded-lg border bg-raised p-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StatusBadge
          status={accepted ? 'approved' : 'pending'}
          label={accepted ? words.confirmed : words.open}
        />
        <span dir="auto" className="min-w-0 flex-1 font-medium wrap-anywhere">
          {workflowName}
        </span>
        <Link
          to="/workflows/$id/{-$tab}"
          params={{ id: workflowId }}
          className="text-sm text-accent no-underline hover:underline"
        >
          {words.openPlan}
        </Link>
      </div>
      {!accepted && <p className="text-sm text-dim">{words.hint}</p>}
      <div>
        <Entries
          digest={digest}
          entries={entries}
          isConfirmed={accepted}
          onConfirm={mayConfirm && !accepted ? confirm : null}
        />
      </div>
      {!mayConfirm && !accepted && <p className="text-sm text-dim">{words.who}</p>}
    </section>
  )
}
