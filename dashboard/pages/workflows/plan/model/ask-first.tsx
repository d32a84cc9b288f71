// In place of a plan, where a model waits to be asked.
import { Sparkles } from 'lucide-react'
import { Button } from '../../../../parts/button.tsx'
import { Note } from '../../../../parts/notes.tsx'
import { words } from '../../../../words/planning.ts'

export interface AskFirstProps {
  readonly model: string
  readonly isWeak: boolean
  /** There is a plan, of other words. */
  readonly isOld: boolean
  readonly onAsk: () => void
}

export function AskFirst({ model, isWeak, isOld, onAsk }: AskFirstProps) {
  return (
    <div className="flex flex-col gap-3 px-2.5 py-3">
      {isWeak && <Note tone="warn">{words.weak(model)}</Note>}
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-56">
          <h2 className="text-base font-semibold wrap-anywhere">{isOld ? words.old : words.first(model)}</h2>
          <p className="text-sm text-dim">{isOld ? words.first(model) : words.firstHint}</p>
        </div>
        <Button title={words.keys} icon={<Sparkles aria-hidden="true" className="size-4" />} onClick={onAsk}>
          {words.plan}
        </Button>
      </div>
    </div>
  )
}
