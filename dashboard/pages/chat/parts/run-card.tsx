// A run that the conversation speaks of: its status and steps as they come, and the way to its page.
import type { ExecutionCard } from '@service/chat/widget/cards/execution-card.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { read } from '../../../app/api.ts'
import { cx } from '../../../parts/class-names.ts'
import { StatusBadge, StatusIcon } from '../../../parts/status.tsx'
import { durationText } from '../../../parts/time.tsx'
import { words } from '../../../words/chat.ts'
import { shownStatus, useCauseText } from '../../runs/ended.ts'

export function RunCard({
  id,
  card: { name, status, live },
}: {
  readonly id: string
  readonly card: ExecutionCard
}) {
  // Nothing was heard of it since the page was loaded: how does it stand?
  const stored = useQuery({
    ...read('GET /api/v1/executions/:id', { params: { id } }),
    enabled: live === null,
  })
  const run = live?.execution ?? stored.data
  const steps = live?.steps ?? []
  const causeText = useCauseText()
  return (
    <section aria-label={name} className="rounded-lg border bg-raised">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
        <StatusBadge status={run == null ? status : shownStatus(run)} />
        <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
          {run?.workflowName || name}
        </span>
        {run?.durationMs != null && <span className="text-xs text-dim">{durationText(run.durationMs)}</span>}
        <Link
          to="/runs/$id"
          params={{ id }}
          className="inline-flex items-center gap-1 text-sm whitespace-nowrap text-accent no-underline hover:underline"
        >
          {words.openRun}
          <ArrowRight aria-hidden="true" className="size-3.5 rtl:rotate-180" />
        </Link>
      </div>
      {run?.error != null && (
        <p
          dir="auto"
          className={cx(
            'border-t px-3 py-2 text-sm whitespace-pre-wrap',
            shownStatus(run) === 'denied' ? 'text-dim' : 'text-bad',
          )}
        >
          {causeText(run.error.message)}
        </p>
      )}
      {steps.length > 0 && (
        <details open className="border-t">
          <summary className="px-3 py-1.5 text-xs text-dim">{words.steps(steps.length)}</summary>
          <ol className="flex max-h-60 flex-col gap-1 overflow-y-auto px-3 pb-2">
            {steps.map(step => (
              <li key={step.id} className="flex items-center gap-2 text-sm">
                <StatusIcon status={step.status} />
                <span dir="auto" className="min-w-0 truncate">
                  {step.title || step.id}
                </span>
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  )
}
