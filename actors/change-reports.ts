// Reports of a host to the main thread: which executions, approvals and chats its commits have changed, for
// live streams. actors/host.ts wraps the journal of the host in it.
// 1. It reports after the commit, so only what is durable; no commit waits for it.
// 2. Of an organization that nobody watches nothing is gathered: a commit then costs one look at a number.
// 3. What is gathered is bounded (domain/news/gathered-changes.ts). What was dropped, and a commit whose
//    outcome is unknown, is reported as missed.
import type { Change, ChangeReport } from '../domain/news/change.ts'
import { GatheredChanges } from '../domain/news/gathered-changes.ts'
import { changeOf, type Projection } from '../domain/work/projection.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Commit, Journal } from '../runtime/journal.ts'
import type { WatchedOrganizations } from '../storage/events/watched-organizations.ts'

/** Time for changes to gather: people do not see it, and a thousand commits a second become 20 reports. */
const gatherMs = 50

export interface ChangeReportParts {
  readonly watched: Pick<WatchedOrganizations, 'isEmpty' | 'has'>
  readonly report: (reports: readonly ChangeReport[]) => void
  readonly clock: Pick<Clock, 'after'>
}

export class ChangeReports {
  readonly #parts: ChangeReportParts
  readonly #gathered = new Map<string, GatheredChanges>()

  constructor(parts: ChangeReportParts) {
    this.#parts = parts
  }

  /** The same journal, whose commits are reported. */
  observe(journal: Journal<Projection>): Journal<Projection> {
    return {
      commit: async commits => {
        try {
          const refusals = await journal.commit(commits)
          if (!this.#parts.watched.isEmpty) this.#noteAll(commits, index => !refusals.has(index))
          return refusals
        } catch (error) {
          if (!this.#parts.watched.isEmpty) this.#miss(commits)
          throw error
        }
      },
      read: (address, after, limit) => journal.read(address, after, limit),
      load: (address, version, limit) => journal.load(address, version, limit),
      close: () => journal.close(),
    }
  }

  note(organizationId: string, change: Change): void {
    const { watched, clock } = this.#parts
    if (watched.isEmpty || !watched.has(organizationId)) return
    if (this.#gathered.size === 0) clock.after(gatherMs, () => this.#send())
    const gathered = this.#gathered.get(organizationId) ?? new GatheredChanges()
    this.#gathered.set(organizationId, gathered)
    gathered.add(change)
  }

  #noteAll(commits: readonly Commit<Projection>[], isWritten: (index: number) => boolean): void {
    commits.forEach(({ projections }, index) => {
      if (!isWritten(index)) return
      for (const projection of projections)
        for (const change of changesOf(projection)) this.note(organizationOf(projection), change)
    })
  }

  #miss(commits: readonly Commit<Projection>[]): void {
    for (const { projections } of commits)
      for (const projection of projections) this.note(organizationOf(projection), { type: 'missed' })
  }

  #send(): void {
    const reports = [...this.#gathered].map(([organizationId, gathered]) => ({
      organizationId,
      changes: gathered.take(),
    }))
    this.#gathered.clear()
    this.#parts.report(reports)
  }
}

function organizationOf(projection: Projection): string {
  return projection.kind === 'chat' ? projection.session.organizationId : projection.origin.organizationId
}

function changesOf(projection: Projection): readonly Change[] {
  switch (projection.kind) {
    case 'execution': {
      const { id, status } = changeOf(projection)
      return [{ type: 'execution', id, workflowId: projection.origin.workflowId, status }]
    }
    case 'approvals':
      return [...projection.requested, ...projection.decided].map(({ id, executionId, status }) => ({
        ...{ type: 'approval', id, executionId, status },
      }))
    case 'chat': {
      const { id, owner } = projection.session
      return [{ type: 'chat', id, owner }]
    }
  }
}
