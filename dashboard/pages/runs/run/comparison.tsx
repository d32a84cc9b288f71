// Two runs side by side: how long each step took, and whose outputs differ. Steps inside of loops are left to
// their own pages.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Item } from '../../../../http/client.ts'
import { read, readPages, sayError } from '../../../app/api.ts'
import { cx } from '../../../parts/class-names.ts'
import { ErrorNote, Skeleton } from '../../../parts/notes.tsx'
import { Badge, StatusIcon } from '../../../parts/status.tsx'
import { Duration, durationText, numberText, Time } from '../../../parts/time.tsx'
import { Value } from '../../../parts/value.tsx'
import { words } from '../../../words/runs/run.ts'

/** Of each run. */
const mostSteps = 1_000

type Step = Item<'GET /api/v1/executions/:id/steps'>

interface Pair {
  readonly id: string
  readonly title: string
  readonly mine: Step | undefined
  readonly other: Step | undefined
}

export function Comparison({ runId, otherId }: { readonly runId: string; readonly otherId: string }) {
  const mine = useSteps(runId)
  const other = useSteps(otherId)
  const otherRun = useQuery(read('GET /api/v1/executions/:id', { params: { id: otherId } }))
  const error = mine.error ?? other.error
  if (error !== null) return <ErrorNote>{sayError(error)}</ErrorNote>
  if (mine.steps === null || other.steps === null) return <Skeleton />
  const pairs = pairsOf(mine.steps, other.steps)
  return (
    <section aria-label={words.compare.label}>
      <p className="mb-3 flex flex-wrap gap-x-3 text-sm">
        <span className="text-dim">
          {words.compare.with}{' '}
          <Link to="/runs/$id" params={{ id: otherId }}>
            {otherRun.data === undefined ? otherId : <Time at={otherRun.data.createdAt} />}
          </Link>
        </span>
        <Link to="/runs/$id" params={{ id: runId }}>
          {words.compare.end}
        </Link>
      </p>
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-lg border bg-raised"
        role="region"
        aria-label={words.compare.label}
      >
        <table className="w-full text-sm">
          <thead className="bg-sunken text-xs text-dim">
            <tr>
              {words.compare.columns.map((name, index) => (
                <th
                  key={name}
                  scope="col"
                  className={cx(
                    'px-3 py-2 font-medium',
                    index === 0 ? 'text-start' : 'text-end',
                    index === 3 && 'max-md:hidden',
                  )}
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {pairs.map(pair => (
              <PairRow key={pair.id} pair={pair} />
            ))}
          </tbody>
        </table>
      </div>
      {(mine.isCut || other.isCut) && (
        <p className="mt-2 text-sm text-dim">{words.compare.cut(numberText(mostSteps))}</p>
      )}
    </section>
  )
}

/** The steps of a run in the order in which they began, read page by page; null until all are there. */
function useSteps(id: string): {
  readonly steps: readonly Step[] | null
  readonly isCut: boolean
  readonly error: Error | null
} {
  const options = { params: { id }, query: { limit: 100 } }
  const { data, error, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery(
    readPages('GET /api/v1/executions/:id/steps', options),
  )
  const steps = data?.pages.flatMap(({ rows }) => rows) ?? []
  const isFull = steps.length >= mostSteps
  const isMore = hasNextPage && !isFull
  useEffect(() => {
    if (isMore && !isFetching) void fetchNextPage()
  }, [isMore, isFetching, fetchNextPage])
  return { steps: data === undefined || isMore ? null : steps, isCut: hasNextPage && isFull, error }
}

function pairsOf(mine: readonly Step[], other: readonly Step[]): readonly Pair[] {
  const [one, two] = [mine, other].map(steps => new Map(steps.map(step => [step.id, step])))
  return [...new Set([...one!.keys(), ...two!.keys()])].map(id => pairOf(id, one!.get(id), two!.get(id)))
}

function pairOf(id: string, one: Step | undefined, two: Step | undefined): Pair {
  return { id, title: one?.title || two?.title || id, mine: one, other: two }
}

function PairRow({ pair: { title, id, mine, other } }: { readonly pair: Pair }) {
  const [isOpen, setOpen] = useState(false)
  const isDifferent = JSON.stringify(mine?.output) !== JSON.stringify(other?.output)
  const change = (mine?.durationMs ?? 0) - (other?.durationMs ?? 0)
  const both = mine !== undefined && other !== undefined
  return (
    <>
      <tr className="border-t">
        <td className="px-3 py-2">
          <span className="flex items-center gap-2">
            {mine !== undefined && <StatusIcon status={mine.status} className="size-3.5" />}
            <span title={id}>{title}</span>
          </span>
        </td>
        <td className="px-3 py-2 text-end whitespace-nowrap">
          {mine ? <Duration ms={mine.durationMs} /> : words.compare.notRun}
        </td>
        <td className="px-3 py-2 text-end whitespace-nowrap">
          {other ? <Duration ms={other.durationMs} /> : words.compare.notRun}
        </td>
        <td className="px-3 py-2 text-end whitespace-nowrap text-dim max-md:hidden">
          {!both || change === 0 ? '–' : `${change > 0 ? '+' : '−'}${durationText(Math.abs(change))}`}
        </td>
        <td className="px-3 py-2 text-end whitespace-nowrap">
          {isDifferent ? (
            <button
              type="button"
              aria-expanded={isOpen}
              className="text-accent underline"
              onClick={() => setOpen(!isOpen)}
            >
              {words.compare.differs}
            </button>
          ) : (
            <Badge>{words.compare.same}</Badge>
          )}
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={5} className="px-3 pb-3">
            <div className="grid gap-3 md:grid-cols-2">
              <Value value={mine?.output ?? null} label={words.compare.mine} />
              <Value value={other?.output ?? null} label={words.compare.other} />
            </div>
          </td>
        </tr>
      )}
    </>
  )
}
