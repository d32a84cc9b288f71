// A plan that a language model or an agent made: somebody confirms what it does, by its digest, before
// anything but a person may start it. The note stands above the page, the checklist beside the outline.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Answer } from '../../../../../http/client.ts'
import { api, queries, read, sayError } from '../../../../app/api.ts'
import { ErrorNote, Loaded, Note } from '../../../../parts/notes.tsx'
import { Time } from '../../../../parts/time.tsx'
import { words } from '../../../../words/workflow/confirming.ts'
import type { Workflow } from '../use-saving.ts'
import { Entries } from './entries.tsx'

export type Confirmation = Answer<'GET /api/v1/workflows/:id/confirmation'>

/** Where the checklist is. */
const place = 'confirmation'

export function AcceptanceNote({ workflow }: { readonly workflow: Workflow }) {
  const { id, acceptance, plannedBy } = workflow
  const isOpen = isUnconfirmed(workflow)
  const shown = useQuery({ ...confirmationOf(id), enabled: isOpen })
  if (acceptance === null) return null
  const by = plannedBy === 'agent' ? words.byAgent : words.byModel
  if (acceptance.acceptedAt !== null)
    return (
      <Note tone="good">
        {by} {words.confirmed} <Time at={acceptance.acceptedAt} />.
      </Note>
    )
  const isRequired = shown.data?.required ?? true
  return (
    <Note tone={isRequired ? 'warn' : 'busy'}>
      {by} {isRequired ? words.mustConfirm : words.mayConfirm}{' '}
      <a href={`#${place}`} className="font-medium underline">
        {words.look}
      </a>
    </Note>
  )
}

/** Nobody has confirmed what a model or an agent planned; whether somebody has to, the confirmation says. */
export function isUnconfirmed({ acceptance }: Workflow): boolean {
  return acceptance !== null && acceptance.acceptedAt === null
}

function confirmationOf(id: string) {
  return read('GET /api/v1/workflows/:id/confirmation', { params: { id } })
}

export interface ChecklistProps {
  readonly workflow: Workflow
  readonly onAccepted: (workflow: Workflow) => void
  readonly isAllowed: boolean
}

export function Checklist(props: ChecklistProps) {
  const { id, version, plannedBy } = props.workflow
  const query = useQuery(confirmationOf(id))
  return (
    <section id={place} aria-labelledby={`${place}-title`} className="mt-4 scroll-mt-4">
      <h2 id={`${place}-title`} className="text-base font-semibold">
        {words.title}
      </h2>
      <p className="mb-3 max-w-prose text-sm text-dim">
        {words.hint} {plannedBy === 'agent' && words.agentHint}
      </p>
      <Loaded query={query}>
        {confirmation => (
          <Confirming key={`${version} ${confirmation.digest}`} {...props} confirmation={confirmation} />
        )}
      </Loaded>
    </section>
  )
}

interface ConfirmingProps extends ChecklistProps {
  readonly confirmation: Confirmation
}

function Confirming({ workflow: { id }, onAccepted, isAllowed, confirmation }: ConfirmingProps) {
  const { digest, entries } = confirmation
  const [error, setError] = useState<string | null>(null)
  const confirm = async (ticked: readonly string[]) => {
    setError(null)
    try {
      const body = { digest, entries: [...ticked] }
      onAccepted(await api('POST /api/v1/workflows/:id/accept', { params: { id }, body }))
    } catch (cause) {
      setError(sayError(cause))
      // What has changed meanwhile is shown, and nothing of it is ticked.
      void queries.invalidateQueries({ queryKey: ['GET /api/v1/workflows/:id/confirmation'] })
    }
  }
  return (
    <>
      <Entries digest={digest} entries={entries} onConfirm={isAllowed ? confirm : null} />
      {error !== null && (
        <div className="mt-2">
          <ErrorNote>{error}</ErrorNote>
        </div>
      )}
    </>
  )
}
