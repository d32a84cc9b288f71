// The trace of a run in the cache, and its log that patches it: events are gathered, and applied once for
// each frame that is drawn, however many come.
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Answer } from '../../../../http/client.ts'
import { api, keyOf, sayError } from '../../../app/api.ts'
import type { PlanStep } from './standing.ts'
import { type LogEvent, type Trace, traceOf, withEvents, withPage } from './trace.ts'

export type Run = Answer<'GET /api/v1/executions/:id'>

const pageSize = 200

/** Not the key of an answer: what the live stream of the organization reads again must leave it alone. */
function traceKey(id: string) {
  return ['trace of a run', id] as const
}

export function isOver(status: Run['status']): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled'
}

export function useTrace(id: string) {
  return useQuery({
    queryKey: traceKey(id),
    queryFn: ({ signal }) => readTrace(id, signal),
    // The log keeps it up to date.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    structuralSharing: false,
  })
}

async function readTrace(id: string, signal?: AbortSignal): Promise<Trace> {
  const query = { limit: pageSize }
  const options = { params: { id }, query, ...(signal && { signal }) }
  return traceOf(await api('GET /api/v1/executions/:id/outline', options))
}

/** Reads the next page of a group into the trace; failures come first. */
export async function readGroup(client: QueryClient, id: string, around: string): Promise<void> {
  const before = client.getQueryData<Trace>(traceKey(id))
  const cursor = before?.within.get(around)?.next
  const query = {
    limit: pageSize,
    ...(around !== '' && { in: around, first: 'failed' as const }),
    ...(cursor && { cursor }),
  }
  const page = await api('GET /api/v1/executions/:id/outline', { params: { id }, query })
  client.setQueryData<Trace>(traceKey(id), trace => trace && withPage(trace, around, page))
}

/** Follows the log of a run that goes on. @returns why it cannot be followed, or null */
export function useLog(id: string, isLive: boolean, steps: ReadonlyMap<string, PlanStep>): string | null {
  const client = useQueryClient()
  const [trouble, setTrouble] = useState<string | null>(null)
  useEffect(() => {
    if (!isLive) return
    const leaving = new AbortController()
    follow(client, id, steps, leaving.signal).catch(error => {
      if (!leaving.signal.aborted) setTrouble(sayError(error))
    })
    return () => leaving.abort()
  }, [client, id, isLive, steps])
  return trouble
}

async function follow(
  client: QueryClient,
  id: string,
  steps: ReadonlyMap<string, PlanStep>,
  signal: AbortSignal,
): Promise<void> {
  const batch = new Batch(events => apply(client, id, events, steps))
  const after = client.getQueryData<Trace>(traceKey(id))?.seq ?? 0
  const log = api.events('GET /api/v1/executions/:id/logs', { params: { id }, after, signal })
  for await (const event of log) batch.add(event)
  batch.flush()
  const chosen = await readTrace(id, signal)
  client.setQueryData<Trace>(traceKey(id), chosen)
  const changed = ['GET /api/v1/executions/:id', 'GET /api/v1/executions/search'] as const
  for (const pattern of changed) void client.invalidateQueries({ queryKey: [pattern] })
}

/** Frames that are drawn for a flood of events come no faster; nobody can read on at more. */
const pauseMs = 60

/** Events until the next frame; in a tab that nobody sees, until the next second. */
class Batch {
  #events: LogEvent[] = []
  #isScheduled = false
  #flushedAt = 0
  readonly #onFlush: (events: readonly LogEvent[]) => void

  constructor(onFlush: (events: readonly LogEvent[]) => void) {
    this.#onFlush = onFlush
  }

  add(event: LogEvent): void {
    this.#events.push(event)
    if (this.#isScheduled) return
    this.#isScheduled = true
    if (document.hidden) setTimeout(this.flush, 1_000)
    else if (performance.now() - this.#flushedAt >= pauseMs) requestAnimationFrame(this.flush)
    else setTimeout(() => requestAnimationFrame(this.flush), pauseMs)
  }

  flush = (): void => {
    this.#isScheduled = false
    this.#flushedAt = performance.now()
    if (this.#events.length === 0) return
    this.#onFlush(this.#events)
    this.#events = []
  }
}

function apply(
  client: QueryClient,
  id: string,
  events: readonly LogEvent[],
  steps: ReadonlyMap<string, PlanStep>,
): void {
  client.setQueryData<Trace>(traceKey(id), trace => trace && withEvents(trace, events, steps))
  const key = keyOf('GET /api/v1/executions/:id', { params: { id } })
  client.setQueryData<Run>(key, run => run && events.reduce(withEvent, run))
  const told = new Set(events.map(({ event, data }) => (event === 'step' ? data.step.id : '')))
  void client.invalidateQueries({
    queryKey: ['GET /api/v1/executions/:id/steps/:stepId'],
    type: 'active',
    predicate: ({ queryKey }) => told.has((queryKey[1] as { stepId?: string }).stepId ?? ''),
  })
  if (events.some(({ event }) => event !== 'log')) askWhyLater(client, id)
}

function withEvent(run: Run, { event, data }: LogEvent): Run {
  if (event === 'step') return { ...run, cu: data.cu }
  if (event === 'status') {
    const startedAt = run.startedAt ?? (data.status === 'queued' ? null : data.ts)
    return { ...run, status: data.status, cu: data.cu, startedAt }
  }
  if (event === 'log') return run
  const { status, output, error, cu, ts } = data
  const durationMs = ts - (run.startedAt ?? run.createdAt)
  return { ...run, status, output, error, cu, finishedAt: ts, durationMs }
}

let isAsking = false

/** Why it waits is asked again a second after something has happened, once for all that did. */
function askWhyLater(client: QueryClient, id: string): void {
  if (isAsking) return
  isAsking = true
  setTimeout(() => {
    isAsking = false
    void client.invalidateQueries({
      queryKey: keyOf('GET /api/v1/executions/:id/why', { params: { id } }).slice(0, 2),
    })
  }, 700)
}
