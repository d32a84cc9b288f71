// What is heard of a model while it plans: its last lines, and a way to stop it.
import { Button } from '../../../../parts/button.tsx'
import { Spinner } from '../../../../parts/spinner.tsx'
import { words } from '../../../../words/planning.ts'

/** Lines that are shown. */
const shown = 6

export interface ProgressProps {
  readonly model: string
  readonly messages: readonly string[]
  readonly onStop: () => void
}

export function Progress({ model, messages, onStop }: ProgressProps) {
  return (
    <div role="status" className="flex flex-col gap-3 px-2.5 py-3">
      <div className="flex items-center gap-2.5">
        <Spinner />
        <div className="min-w-0 flex-1">
          <p className="font-medium wrap-anywhere">{words.plans(model)}</p>
          <p className="text-sm text-dim">{words.plansHint}</p>
        </div>
        <Button look="quiet" onClick={onStop}>
          {words.stop}
        </Button>
      </div>
      <ol className="flex flex-col gap-1 ps-6 text-sm text-dim">
        {messages.slice(-shown).map((message, index) => (
          <li key={`${messages.length - index} ${message}`} className="wrap-anywhere">
            {message}
          </li>
        ))}
      </ol>
    </div>
  )
}
