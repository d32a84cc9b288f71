// What starts a workflow by itself: its schedule, hooks and completions, each switched on and off here.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read, useCall } from '../../../app/api.ts'
import { hasRole, useUser } from '../../../app/session.ts'
import { Button } from '../../../parts/button.tsx'
import { CopyText } from '../../../parts/copy.tsx'
import { Confirm, Dialog } from '../../../parts/dialog.tsx'
import { Empty, Loaded } from '../../../parts/notes.tsx'
import { toast } from '../../../parts/toast.tsx'
import { words } from '../../../words/workflow/triggers.ts'
import type { ShownWorkflow } from '../workflow.tsx'
import { CompletionForm } from './completion-form.tsx'
import { HookForm } from './hook-form.tsx'
import { ScheduleForm } from './schedule-form.tsx'
import { type Trigger, triggerPattern } from './trigger.ts'
import { TriggerRow } from './trigger-row.tsx'

type Opened = 'schedule' | 'hook' | 'completion' | { readonly remove: Trigger } | { readonly url: string }

export function TriggersTab({ workflow }: { readonly workflow: ShownWorkflow }) {
  const { id } = workflow
  const mayWrite = hasRole(useUser(), 'member')
  const query = useQuery(read(triggerPattern, { params: { id } }))
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const buttons = mayWrite && (
    <>
      <Button onClick={() => setOpened('schedule')}>{words.addSchedule}</Button>
      <Button onClick={() => setOpened('hook')}>{words.addHook}</Button>
      <Button onClick={() => setOpened('completion')}>{words.addCompletion}</Button>
    </>
  )
  return (
    <>
      <Loaded query={query}>
        {triggers =>
          triggers.length === 0 ? (
            <Empty title={words.empty} action={buttons}>
              {words.emptyLead}
            </Empty>
          ) : (
            <>
              <div className="mb-4 flex flex-wrap items-center gap-2">
                <p className="min-w-0 flex-1 basis-60 text-dim">{words.lead}</p>
                {buttons}
              </div>
              <ul className="rounded-lg border bg-raised">
                {triggers.map(trigger => (
                  <TriggerRow
                    key={trigger.id}
                    workflow={workflow}
                    trigger={trigger}
                    onEdit={() => setOpened('schedule')}
                    onRemove={() => setOpened({ remove: trigger })}
                    onAddress={url => setOpened({ url })}
                  />
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
      {opened === 'schedule' && <ScheduleForm workflow={workflow} onClose={close} />}
      {opened === 'hook' && <HookForm workflowId={id} onClose={close} onMade={url => setOpened({ url })} />}
      {opened === 'completion' && <CompletionForm workflowId={id} onClose={close} />}
      {typeof opened === 'object' && opened !== null && 'remove' in opened && (
        <Removal workflow={workflow} trigger={opened.remove} onClose={close} />
      )}
      {typeof opened === 'object' && opened !== null && 'url' in opened && (
        <Dialog isOpen onClose={close} title={words.hookMade} description={words.hookMadeLead}>
          <CopyText text={opened.url} />
        </Dialog>
      )}
    </>
  )
}

interface RemovalProps {
  readonly workflow: ShownWorkflow
  readonly trigger: Trigger
  readonly onClose: () => void
}

/** A schedule belongs to its workflow; the others are removed by themselves. */
function Removal({ workflow: { id }, trigger, onClose }: RemovalProps) {
  const refreshes = [triggerPattern, 'GET /api/v1/workflows/:id'] as const
  const update = useCall('PUT /api/v1/workflows/:id', { refreshes })
  const remove = useCall('DELETE /api/v1/workflows/:id/triggers/:triggerId', { refreshes })
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={words.removeTitle}
      action={words.remove}
      onConfirm={async () => {
        if (trigger.kind === 'schedule')
          await update.mutateAsync({ params: { id }, body: { schedule: null } })
        else await remove.mutateAsync({ params: { id, triggerId: trigger.id } })
        toast(words.removed)
      }}
    >
      <p>{trigger.kind === 'hook' ? words.removeHook : words.removeOther}</p>
    </Confirm>
  )
}
