// What waits, beside the decision: those for the person first. On a phone, one line that leads back and
// forth.
import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { shownLine, shownName } from '../../../domain/shown/shown.ts'
import { useUser } from '../../app/session.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { cx } from '../../parts/class-names.ts'
import { words } from '../../words/approvals.ts'
import { words as common } from '../../words/common.ts'
import { type Listed, refusalOf } from './facts.ts'
import { TimeLeft } from './time-left.tsx'

export interface QueueProps {
  readonly waiting: readonly Listed[]
  readonly shownId: string | null
  readonly onMove: (by: 1 | -1) => void
  /** Reads further ones; null when these are all. */
  readonly onMore: (() => void) | null
}

export function Queue({ waiting, shownId, onMove, onMore }: QueueProps) {
  const user = useUser()
  const mine = waiting.filter(one => refusalOf(one, user, null) === null)
  const others = waiting.filter(one => !mine.includes(one))
  const at = waiting.findIndex(({ id }) => id === shownId)
  return (
    <nav aria-label={words.queue} className="md:w-64 md:shrink-0">
      <div className="flex items-center justify-between pb-2 md:hidden">
        <IconButton label={words.previous} disabled={at <= 0} onClick={() => onMove(-1)} className="size-11">
          <ChevronLeft className="size-5 rtl:rotate-180" />
        </IconButton>
        <span className="text-sm text-dim">{at >= 0 && words.place(at + 1, waiting.length)}</span>
        <IconButton
          label={words.next}
          disabled={at === waiting.length - 1}
          onClick={() => onMove(1)}
          className="size-11"
        >
          <ChevronRight className="size-5 rtl:rotate-180" />
        </IconButton>
      </div>
      <div className="flex flex-col gap-4 max-md:hidden md:sticky md:top-6 md:max-h-[calc(100dvh-48px)] md:overflow-y-auto">
        {mine.length > 0 && <Group title={words.forYou} list={mine} shownId={shownId} />}
        {others.length > 0 && <Group title={words.forOthers} list={others} shownId={shownId} />}
        {onMore && (
          <Button look="quiet" onClick={onMore}>
            {common.more}
          </Button>
        )}
      </div>
    </nav>
  )
}

function Group({
  title,
  list,
  shownId,
}: {
  readonly title: string
  readonly list: readonly Listed[]
  readonly shownId: string | null
}) {
  return (
    <section aria-label={title}>
      <h2 className="px-2 pb-1 text-xs font-medium text-dim">
        {title} <span className="text-faint">{list.length}</span>
      </h2>
      <ul className="flex flex-col gap-0.5">
        {list.map(({ id, message, tool, expiresAt }) => (
          <li key={id}>
            <Link
              to="/approvals/$id"
              params={{ id }}
              aria-current={id === shownId ? 'true' : undefined}
              className={cx(
                'flex flex-col gap-0.5 rounded-md px-2 py-1.5 no-underline',
                id === shownId ? 'bg-accent-soft' : 'hover:bg-hover',
              )}
            >
              <span dir="auto" className="line-clamp-2 text-sm">
                {shownLine(message) || words.noMessage}
              </span>
              <span className="flex items-center justify-between gap-2">
                <span className="truncate font-mono text-xs text-dim">{tool && shownName(tool)}</span>
                <TimeLeft until={expiresAt} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
