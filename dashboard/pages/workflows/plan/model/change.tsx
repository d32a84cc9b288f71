// A plan is changed in words ("also tell #ops"), and what is different then is shown.
import { useState } from 'react'
import { Button } from '../../../../parts/button.tsx'
import { Input } from '../../../../parts/field.tsx'
import { words } from '../../../../words/planning.ts'
import type { Planned } from '../planned.ts'
import type { Revision } from '../planning.ts'

export interface ChangeProps {
  readonly isBusy: boolean
  readonly onRevise: (revision: Revision) => void
}

export function Change({ isBusy, onRevise }: ChangeProps) {
  const [change, setChange] = useState('')
  const said = change.trim()
  return (
    <form
      className="mt-3 flex items-center gap-2 border-t px-2.5 pt-3"
      // The keys by which the page plans and runs change the plan here.
      onKeyDown={event => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        event.currentTarget.requestSubmit()
      }}
      onSubmit={event => {
        event.preventDefault()
        if (said === '' || isBusy) return
        onRevise({ change: said })
      }}
    >
      <div className="min-w-0 flex-1">
        <Input
          aria-label={words.change}
          placeholder={words.changeHint}
          value={change}
          maxLength={2_000}
          onChange={event => setChange(event.target.value)}
        />
      </div>
      <Button type="submit" isBusy={isBusy} disabled={said === ''}>
        {words.changeAct}
      </Button>
    </form>
  )
}

/** Step by step; nothing of a plan that was not changed. */
export function Differences({ planned: { difference } }: { readonly planned: Planned }) {
  if (difference === undefined) return null
  const { added, removed, changed } = difference
  const lines = [
    ...added.map(({ id, title }) => ({ id, title, what: words.added, look: 'text-good' })),
    ...removed.map(({ id, title }) => ({ id, title, what: words.removed, look: 'text-bad' })),
    ...changed.map(({ id, title, fields }) => ({
      ...{ id, title, look: 'text-dim' },
      what: words.changed(fields.map(({ field }) => field).join(', ')),
    })),
  ]
  return (
    <section aria-label={words.difference} className="mb-2 rounded-md bg-sunken px-2.5 py-2 text-sm">
      <h3 className="font-semibold">{words.difference}</h3>
      {lines.length === 0 && <p className="text-dim">{words.same}</p>}
      <ul>
        {lines.map(({ id, title, what, look }) => (
          <li key={`${id} ${what}`} className="wrap-anywhere">
            {title || id}: <span className={look}>{what}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
