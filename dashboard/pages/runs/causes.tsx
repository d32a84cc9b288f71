// Failed runs by what broke them: the newest that fit the filters, those with the same workflow, step and
// message together. Numbers and ids in messages do not part them.
import { Link } from '@tanstack/react-router'
import { readPages } from '../../app/api.ts'
import { cx } from '../../parts/class-names.ts'
import { Empty } from '../../parts/notes.tsx'
import { Rows } from '../../parts/rows.tsx'
import { StatusIcon } from '../../parts/status.tsx'
import { Time } from '../../parts/time.tsx'
import { words } from '../../words/runs/list.ts'
import { shownStatus, useCauseText } from './ended.ts'
import type { ListedRun } from './rows.tsx'
import { queryOf, type RunsSearch } from './search.ts'

interface Cause {
  readonly key: string
  readonly newest: ListedRun
  readonly count: number
}

export function Causes({ search }: { readonly search: RunsSearch }) {
  const query = { ...queryOf(search), status: 'failed', limit: 100 }
  return (
    <Rows<ListedRun>
      options={readPages('GET /api/v1/executions/search', { query })}
      empty={<Empty title={words.cause.none}>{words.cause.noneHint}</Empty>}
    >
      {runs => (
        <>
          <p className="mb-2 text-xs text-dim">{words.cause.of(runs.length, runs.length % 100 === 0)}</p>
          <ul aria-label={words.causes} className="flex flex-col rounded-lg border bg-raised">
            {causesOf(runs).map((cause, index) => (
              <CauseRow key={cause.key} cause={cause} search={search} isFirst={index === 0} />
            ))}
          </ul>
        </>
      )}
    </Rows>
  )
}

interface CauseRowProps {
  readonly cause: Cause
  readonly search: RunsSearch
  readonly isFirst: boolean
}

function CauseRow({ cause: { newest, count }, search, isFirst }: CauseRowProps) {
  const { error, workflowName, workflowId, id, createdAt } = newest
  const causeText = useCauseText()
  const isDenial = shownStatus(newest) === 'denied'
  const runs = { ...search, view: undefined, status: 'failed', workflowId } as unknown as RunsSearch
  return (
    <li className={isFirst ? 'flex gap-3 px-4 py-3' : 'flex gap-3 border-t px-4 py-3'}>
      <StatusIcon status={shownStatus(newest)} className="mt-0.5" />
      <div className="min-w-0 flex-1">
        <p className="line-clamp-2 font-medium">
          {error === null ? words.cause.unknown : causeText(error.message)}
        </p>
        <p className="text-sm text-dim">
          {workflowName}
          {error?.step && <> · {words.cause.step(error.step)}</>}
        </p>
        <p className="mt-1 flex flex-wrap gap-x-4 text-sm">
          <Link to="/runs" search={runs} className="text-accent">
            {words.cause.show}
          </Link>
          <Link
            className="text-accent"
            to="/runs/$id"
            params={{ id }}
            search={error?.step ? { step: error.step } : {}}
          >
            {words.cause.newest} <Time at={createdAt} />
          </Link>
        </p>
      </div>
      <span className={cx('shrink-0 text-sm font-medium', isDenial ? 'text-dim' : 'text-bad')}>
        {words.cause.count(count)}
      </span>
    </li>
  )
}

export function causesOf(runs: readonly ListedRun[]): readonly Cause[] {
  const causes = new Map<string, Cause>()
  for (const run of runs) {
    const step = run.error?.step?.replace(/\[\d+\]/g, '[]') ?? ''
    const message = (run.error?.message ?? '').replace(/\b[a-z]+_[0-9a-z]{26}\b|\d+/g, '#')
    const key = `${run.workflowId} ${step} ${message}`
    const known = causes.get(key)
    causes.set(key, { key, newest: known?.newest ?? run, count: (known?.count ?? 0) + 1 })
  }
  return [...causes.values()].sort((one, other) => other.count - one.count)
}
