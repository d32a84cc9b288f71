// Somebody else has changed the workflow since this page read it: one takes theirs, or saves over it.
import { Button } from '../../../parts/button.tsx'
import { words } from '../../../words/write.ts'

export function Conflict({
  onTheirs,
  onMine,
}: {
  readonly onTheirs: () => void
  readonly onMine: () => void
}) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn"
    >
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium">{words.changed}</p>
        <p>{words.changedHint}</p>
      </div>
      <Button onClick={onTheirs}>{words.loadTheirs}</Button>
      <Button onClick={onMine}>{words.saveAnyway}</Button>
    </div>
  )
}
