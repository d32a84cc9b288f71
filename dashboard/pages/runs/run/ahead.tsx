// The steps of the plan that have not begun: what is still to come, or never came.
import { CircleDashed } from 'lucide-react'
import { words } from '../../../words/runs/run.ts'
import { tracks } from './row.tsx'
import type { PlanStep } from './standing.ts'
import type { Trace } from './trace.ts'

interface AheadProps {
  readonly trace: Trace
  /** Of the plan's top. */
  readonly steps: readonly PlanStep[]
  readonly isOver: boolean
}

export function Ahead({ trace, steps, isOver }: AheadProps) {
  const ahead = steps.filter(({ id }) => !trace.rows.has(id))
  if (ahead.length === 0 || trace.within.get('')?.next != null) return null
  return (
    <ul aria-label={isOver ? words.neverBegan : words.ahead}>
      {ahead.map(({ id, title }) => (
        <li key={id} className={`${tracks} h-8 text-sm text-faint`}>
          <span className="flex min-w-0 items-center gap-1.5">
            <span className="w-4 shrink-0" />
            <CircleDashed aria-hidden="true" className="size-3.5 shrink-0" />
            <span className="truncate">{title || id}</span>
          </span>
          <span className="max-md:hidden" />
          <span className="text-end text-xs">{isOver ? words.notRun : words.later}</span>
        </li>
      ))}
    </ul>
  )
}
