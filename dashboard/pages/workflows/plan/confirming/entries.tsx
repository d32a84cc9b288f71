// The entries of a confirmation with their ticks, and the one button: beside the outline of a plan, and in a
// conversation.
import { useState } from 'react'
import { Button } from '../../../../parts/button.tsx'
import { words } from '../../../../words/workflow/confirming.ts'
import { ConfirmationEntry, type Entry } from './confirmation-entry.tsx'

export interface EntriesProps {
  readonly digest: string
  readonly entries: readonly Entry[]
  /** Somebody has confirmed them. */
  readonly isConfirmed?: boolean
  /** Null: nobody here may. Takes the ids that were ticked; resolves when it is settled. */
  readonly onConfirm: ((ticked: readonly string[]) => Promise<void>) | null
}

export function Entries({ digest, entries, isConfirmed = false, onConfirm }: EntriesProps) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [isBusy, setBusy] = useState(false)
  const left = entries.filter(({ id, severity }) => severity === 'tick' && !ticked.has(id)).length
  const tick = (entry: string, isOn: boolean) => {
    const others = [...ticked].filter(each => each !== entry)
    setTicked(new Set(isOn ? [...others, entry] : others))
  }
  const confirm = async () => {
    setBusy(true)
    await onConfirm?.([...ticked])
    setBusy(false)
  }
  return (
    <>
      {entries.length === 0 && <p className="text-sm">{words.nothing}</p>}
      <ul className="flex flex-col gap-2">
        {entries.map(entry => (
          <ConfirmationEntry
            key={entry.id}
            entry={entry}
            isTicked={isConfirmed || ticked.has(entry.id)}
            onTick={onConfirm === null ? null : isOn => tick(entry.id, isOn)}
          />
        ))}
      </ul>
      {onConfirm !== null && (
        <div className="mt-3 flex flex-wrap items-center gap-3">
          <Button look="primary" isBusy={isBusy} disabled={left > 0} onClick={() => void confirm()}>
            {words.confirm}
          </Button>
          {left > 0 && <span className="text-sm text-dim">{words.left(left)}</span>}
          <span className="text-xs text-dim">
            {words.digest} <code className="font-mono">{digest.slice(0, 12)}</code>
          </span>
        </div>
      )}
    </>
  )
}
