// One trigger: what it is, when it acts next, what went wrong last, and its switch.
import { useQuery } from '@tanstack/react-query'
import { CalendarClock, Link2, Workflow } from 'lucide-react'
import { read, useCall } from '../../../app/api.ts'
import { hasRole, useUser } from '../../../app/session.ts'
import { Switch } from '../../../parts/field.tsx'
import { Menu } from '../../../parts/menu.tsx'
import { ErrorNote } from '../../../parts/notes.tsx'
import { Badge } from '../../../parts/status.tsx'
import { exactTime, Time } from '../../../parts/time.tsx'
import { words } from '../../../words/workflow/triggers.ts'
import type { ShownWorkflow } from '../workflow.tsx'
import { type Trigger, triggerPattern } from './trigger.ts'

const icons = { schedule: CalendarClock, hook: Link2, completion: Workflow }

interface TriggerRowProps {
  readonly workflow: ShownWorkflow
  readonly trigger: Trigger
  readonly onEdit: () => void
  readonly onRemove: () => void
  readonly onAddress: (url: string) => void
}

export function TriggerRow({ workflow, trigger, onEdit, onRemove, onAddress }: TriggerRowProps) {
  const mayWrite = hasRole(useUser(), 'member')
  const refreshes = [triggerPattern, 'GET /api/v1/workflows/:id', 'GET /api/v1/workflows'] as const
  const change = useCall('PUT /api/v1/workflows/:id/triggers/:triggerId', { refreshes })
  const update = useCall('PUT /api/v1/workflows/:id', { refreshes })
  const rotate = useCall('POST /api/v1/workflows/:id/triggers/:triggerId/rotate', {
    onDone: ({ url }) => url !== null && onAddress(url),
  })
  const { id } = workflow
  const { kind, enabled, schedule, lastError, startable } = trigger
  const error = lastError?.message ?? schedule?.lastError?.message
  const next = kind === 'schedule' ? startable.reasons.filter(each => each.message !== error) : []
  const Icon = icons[kind]
  // One of several that the plan says: only the plan changes it.
  const isOfPlan = kind === 'schedule' && workflow.schedule === null

  function turn(isOn: boolean): void {
    if (kind !== 'schedule') {
      change.mutate({ params: { id, triggerId: trigger.id }, body: { enabled: isOn } })
    } else if (schedule !== null) {
      const { next: _next, lastRunAt: _ran, lastError: _error, ...said } = schedule
      update.mutate({ params: { id }, body: { schedule: { ...said, enabled: isOn } } })
    }
  }

  const items = [
    ...(kind === 'schedule' ? [{ label: words.scheduleTitle, onSelect: onEdit }] : []),
    ...(kind === 'hook'
      ? [
          {
            label: words.rotate,
            onSelect: () => rotate.mutate({ params: { id, triggerId: trigger.id }, body: {} }),
          },
        ]
      : []),
    { label: words.remove, isDangerous: true, onSelect: onRemove },
  ]
  return (
    <li className="flex flex-col gap-2 border-b p-4 last:border-b-0">
      <div className="flex items-center gap-3">
        <Icon aria-hidden="true" className="size-4 shrink-0 text-dim" />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-2">
            <span className="font-medium">
              {kind === 'completion' ? <Completion trigger={trigger} /> : words.kinds[kind]}
            </span>
            {schedule !== null && (
              <code className="font-mono text-xs">
                {[schedule.cron, schedule.timezone, words.counted(schedule)].filter(Boolean).join(' · ')}
              </code>
            )}
            {trigger.fromPrompt === true && trigger.start === null && <Badge>{words.fromPrompt}</Badge>}
            {trigger.start !== null && <Badge>{words.fromPlan}</Badge>}
          </div>
          {schedule !== null && schedule.next.length > 0 && (
            <div className="text-sm text-dim" title={schedule.next.map(exactTime).join('\n')}>
              {words.next}: <Time at={schedule.next[0]} /> · {exactTime(schedule.next[0]!)}
            </div>
          )}
          {kind === 'hook' && trigger.verification !== null && (
            <div className="text-sm text-dim">{words.verifications[trigger.verification.kind]}</div>
          )}
        </div>
        <Switch label={words.enabled} isOn={enabled} onChange={turn} disabled={!mayWrite || isOfPlan} />
        {mayWrite && !isOfPlan && <Menu items={items} />}
      </div>
      {error && <ErrorNote>{words.lastError(error)}</ErrorNote>}
      {next.map(({ message }) => (
        <ErrorNote key={message}>{words.willFail(message)}</ErrorNote>
      ))}
    </li>
  )
}

function Completion({ trigger: { workflowId, on } }: { readonly trigger: Trigger }) {
  const { data } = useQuery(read('GET /api/v1/workflows/names'))
  const name = data?.find(each => each.id === workflowId)?.name ?? workflowId ?? ''
  return words.after(name, words.ons[on ?? 'completed'])
}
