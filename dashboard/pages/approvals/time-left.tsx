// How long there is time to decide, second by second.
import { Clock } from 'lucide-react'
import { cx } from '../../parts/class-names.ts'
import { durationText, exactTime, useNow } from '../../parts/time.tsx'
import { words } from '../../words/approvals.ts'

/** So little time is worth a warning. */
const shortMs = 5 * 60_000

export function TimeLeft({ until }: { readonly until: number | null }) {
  const now = useNow()
  if (until === null) return null
  const leftMs = until - now
  return (
    <span
      title={words.expiresAt(exactTime(until))}
      className={cx(
        'inline-flex items-center gap-1 text-xs whitespace-nowrap',
        leftMs < shortMs ? 'font-medium text-warn' : 'text-dim',
      )}
    >
      <Clock aria-hidden="true" className="size-3.5" />
      {leftMs <= 0 ? words.overTime : words.leftTime(roughly(leftMs))}
    </span>
  )
}

/** Without tenths, which would flicker. */
function roughly(ms: number): string {
  return ms < 60_000 ? `${Math.ceil(ms / 1_000)} s` : durationText(ms)
}

export function useIsOver(until: number | null): boolean {
  const now = useNow()
  return until !== null && until <= now
}
