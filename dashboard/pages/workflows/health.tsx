// How a workflow has been running: a tick for each of its last runs, tall when it failed, newest at the end.
import { Link } from '@tanstack/react-router'
import { cx } from '../../parts/class-names.ts'
import { toneOf } from '../../parts/status.tsx'
import { statusWords } from '../../words/statuses.ts'
import { words } from '../../words/workflows.ts'

export interface Tick {
  readonly id: string
  readonly status: string
}

const colours = { good: 'bg-good', bad: 'bg-bad', warn: 'bg-warn', busy: 'bg-busy', quiet: 'bg-strong' }

export function Health({ latest }: { readonly latest: readonly Tick[] }) {
  if (latest.length === 0) return <span className="text-faint">{words.never}</span>
  const oldestFirst = latest.toReversed()
  return (
    <span className="flex h-5 items-end gap-px">
      <span className="sr-only">
        {words.runsOf(oldestFirst.map(({ status }) => statusWords(status)).join(', '))}
      </span>
      {oldestFirst.map(({ id, status }) => (
        <Link
          key={id}
          to="/runs/$id"
          params={{ id }}
          tabIndex={-1}
          aria-hidden="true"
          title={statusWords(status)}
          preload={false}
          className={cx(
            'w-1.5 rounded-[1px] hover:opacity-70',
            status === 'failed' ? 'h-5' : 'h-3',
            colours[toneOf(status)],
          )}
        />
      ))}
    </span>
  )
}
