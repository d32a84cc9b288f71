// What happened in an execution, read from its journal: the timeline of its steps, a page at a time, and its
// log as a live source of events. The routes of executions and their retries call it.

import { notFound } from '../../../domain/failure.ts'
import {
  fixedOrder,
  mapPage,
  type Page,
  type PageRequest,
  pageOfList,
  startOf,
} from '../../../domain/page.ts'
import type { Plan } from '../../../domain/plan/plan.ts'
import type { DetailedStep, ExecutionStep, ListedStep } from '../../../domain/work/execution.ts'
import type { Outline } from '../../../domain/work/outline.ts'
import type { Entry } from '../../../runtime/journal.ts'
import {
  type JournalFeedParts,
  type JournalSource,
  journalSource,
  pageSize,
  type ReadEntries,
  yieldingFold,
} from '../../journal-feed.ts'
import type { Event } from '../protocol.ts'
import { type Kept, keptOf } from '../starting/forking.ts'
import { listedStep } from './left-out.ts'
import { type OutlineRequest, outlines } from './outlines.ts'
import type { IsShown } from './step-records.ts'
import { type LogEvent, Timeline } from './timeline.ts'

export interface ExecutionLogParts extends JournalFeedParts {
  /** `read` without the values that are too large for a list, except those of `wholeStep`. */
  readonly readShort: (...of: [...Parameters<ReadEntries>, wholeStep: string | null]) => Promise<Entry[]>
  readonly loadPlan: (versionId: string) => Promise<Plan>
}

interface FoldOptions {
  /** Path of the step whose values are read whole. */
  readonly wholeStep?: string | null
  readonly onEvent?: (event: LogEvent) => void
}

/** Lines of the log that come with a step, the last ones. */
const mostLines = 200

export type ExecutionLog = ReturnType<typeof executionLog>

export function executionLog(parts: ExecutionLogParts) {
  async function begin(organizationId: string, id: string): Promise<{ plan: Plan }> {
    const [first] = await parts.readShort(id, 0, 1, null)
    const started = first && (JSON.parse(first.body) as Event[])[0]
    if (started?.type !== 'started' || started.start.organizationId !== organizationId)
      throw notFound('execution')
    return { plan: await parts.loadPlan(started.start.versionId) }
  }

  const outlineOf = outlines(parts, (id, after, limit) => parts.readShort(id, after, limit, null))

  /** All steps; those that are not shown have no values. */
  async function foldSteps(
    { organizationId, id }: { readonly organizationId: string; readonly id: string },
    isShown: IsShown,
    { wholeStep = null, onEvent }: FoldOptions = {},
  ): Promise<readonly ExecutionStep[]> {
    const { plan } = await begin(organizationId, id)
    const timeline = new Timeline(plan, isShown)
    const fold = yieldingFold(timeline, parts.clock)
    for (;;) {
      const entries = await parts.readShort(id, timeline.seq, pageSize, wholeStep)
      if (entries.length === 0) return timeline.steps
      for (const entry of entries) for (const event of await fold(entry)) onEvent?.(event)
    }
  }

  return {
    /**
     * A page of the steps, in the order in which they began.
     * @throws {Failure} not-found; validation-failed: the cursor
     */
    async steps(organizationId: string, id: string, page: PageRequest): Promise<Page<ListedStep>> {
      const from = startOf(page, stepOrder)
      const isShown = (_: string, place: number) => place >= from && place < from + page.limit
      const steps = await foldSteps({ organizationId, id }, isShown)
      return mapPage(pageOfList(steps, page, stepOrder), step => listedStep(step, linkOf(id, step.id)))
    },

    /** One step, whole. @throws {Failure} not-found: the execution, or the step */
    async step(organizationId: string, id: string, path: string): Promise<DetailedStep> {
      const log: DetailedStep['log'] = []
      const onEvent = ({ event, data }: LogEvent) => {
        if (event !== 'log' || !('stepId' in data) || data.stepId !== path) return
        const { ts, level, message } = data
        if (log.push({ ts, level, message }) > mostLines) log.shift()
      }
      const steps = await foldSteps({ organizationId, id }, one => one === path, { wholeStep: path, onEvent })
      const found = steps.find(step => step.id === path)
      if (found === undefined) throw notFound('step')
      return { ...found, log }
    },

    /** Its steps as a tree, a page of a group at a time. @throws {Failure} not-found; validation-failed */
    async outline(organizationId: string, id: string, request: OutlineRequest): Promise<Outline> {
      const { plan } = await begin(organizationId, id)
      return outlineOf(id, plan, request)
    },

    /**
     * The results that a retry of the execution keeps.
     * @throws {Failure} not-found; validation-failed: no such step
     */
    async kept(organizationId: string, id: string, fromStep: string | null): Promise<Kept> {
      await begin(organizationId, id)
      return keptOf(parts.read, id, fromStep)
    },

    /**
     * The log from the event after `after` on, as a source of events.
     * @returns null when nothing follows: the execution has ended, and `after` is its last event
     * @throws {Failure} not-found; bad-request: there is no such event
     */
    async log(organizationId: string, id: string, after: number): Promise<JournalSource | null> {
      const { plan } = await begin(organizationId, id)
      return journalSource(parts, { address: id, after, openFold: () => new Timeline(plan) })
    },
  }
}

/** A step keeps its place: later ones begin after it. */
const stepOrder = fixedOrder<ExecutionStep>('steps')

/** The address of a whole step. */
function linkOf(id: string, path: string): string {
  return `/api/v1/executions/${id}/steps/${encodeURIComponent(path)}`
}
