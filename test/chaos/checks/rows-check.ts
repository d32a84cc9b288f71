// The rows that lists, inbox and bills read, against the fold of the journal.
import { checkUsage } from '../../../actors/usage-check.ts'
import { isTerminal } from '../../../domain/work/execution.ts'
import { periodOf } from '../../../domain/work/projection.ts'
import { inSnapshot } from '../../../storage/postgres/snapshot.ts'
import type { ChaosDatabase } from '../chaos-database.ts'
import type { Story } from '../story.ts'
import type { Violations } from './violations.ts'

/** As far as it is looked into. */
export type Database = Pick<ChaosDatabase, 'query' | 'url'>

interface ExecutionRow {
  readonly id: string
  readonly organization_id: string
  readonly status: string
  readonly output: string | null
  readonly cu: number
  readonly finished_at: string | null
}

interface ApprovalRow {
  readonly id: string
  readonly execution_id: string
  readonly status: string
  readonly decided_at: string | null
  readonly note: string | null
  readonly args: string | null
  readonly decided_args: string | null
}

interface Usage {
  executions: number
  cu: number
}

export class RowsCheck {
  readonly #database: Database
  readonly #violations: Violations
  readonly #executions: ReadonlyMap<string, ExecutionRow>
  readonly #approvals: Map<string, ApprovalRow>
  readonly #wakeups: ReadonlySet<string>
  /** Folded, by organization and month. */
  readonly #usage = new Map<string, Usage>()

  private constructor(
    database: Database,
    violations: Violations,
    rows: { executions: ExecutionRow[]; approvals: ApprovalRow[]; wakeups: { address: string }[] },
  ) {
    this.#database = database
    this.#violations = violations
    this.#executions = new Map(rows.executions.map(row => [row.id, row]))
    this.#approvals = new Map(rows.approvals.map(row => [row.id, row]))
    this.#wakeups = new Set(rows.wakeups.map(({ address }) => address))
  }

  static async open(database: Database, violations: Violations): Promise<RowsCheck> {
    return new RowsCheck(database, violations, {
      executions: await database.query(
        'select id, organization_id, status, output, cu, finished_at from executions',
      ),
      approvals: await database.query(
        'select id, execution_id, status, decided_at, note, args, decided_args from approvals',
      ),
      wakeups: await database.query('select address from wakeups'),
    })
  }

  check(story: Story): void {
    const { id, status, cu, finishedAt } = story
    const row = this.#executions.get(id)
    const output = story.told.find(({ event }) => event.type === 'ended')?.event as
      | { output: unknown }
      | undefined
    if (isTerminal(status)) {
      const shown = row && [row.status, Number(row.cu), Number(row.finished_at)].join()
      const folded = [status, cu, finishedAt].join()
      this.#expect(
        'rows of executions equal the journal',
        shown === folded,
        `${id}: ${shown}, folded ${folded}`,
      )
      this.#expect('nobody wakes what has ended', !this.#wakeups.has(id), id)
    }
    if (status === 'completed') {
      const isSame = row?.output === JSON.stringify(output?.output ?? null)
      this.#expect('outputs of executions equal the journal', isSame, `${id}: ${row?.output}`)
    }
    this.#checkApprovals(story)
    if (!row) return
    this.#count(row.organization_id, story.told[0]!.at, { executions: 1, cu: 0 })
    if (finishedAt !== null) this.#count(row.organization_id, finishedAt, { executions: 0, cu })
  }

  async finish(): Promise<void> {
    const { differences } = await inSnapshot(this.#database.url, queries => checkUsage(queries, 0))
    for (const each of differences) this.#expect('usage:check finds nothing', false, each)
    for (const { id } of this.#approvals.values()) {
      this.#expect('rows of approvals equal the journal', false, `${id} is in no journal`)
    }
    const rows = await this.#database.query<{ of: string; executions: string; cu: string }>(
      `select organization_id || ' ' || period as of, sum(executions) as executions, sum(cu) as cu
       from usage group by organization_id, period`,
    )
    const billed = new Map(
      rows.map(({ of, executions, cu }) => [of, [Number(executions), Number(cu)].join()]),
    )
    for (const of of new Set([...billed.keys(), ...this.#usage.keys()])) {
      const { executions, cu } = this.#usage.get(of) ?? { executions: 0, cu: 0 }
      const folded = [executions, cu].join()
      const shown = billed.get(of) ?? '0,0'
      this.#expect('usage equals the journal', shown === folded, `${of}: ${shown}, folded ${folded}`)
    }
  }

  #checkApprovals({ told }: Story): void {
    for (const { event } of told) {
      if (event.type !== 'approval-requested') continue
      const { id } = event.request
      const row = this.#approvals.get(id)
      this.#approvals.delete(id)
      const verdict = told.find(other => other.event.type === 'approval-decided' && other.event.id === id)
      const { decision, note, args } = (verdict?.event ?? {}) as {
        decision?: string
        note?: string
        args?: unknown
      }
      const folded = [
        decision ?? 'pending',
        verdict?.at,
        note,
        event.request.args && JSON.stringify(event.request.args),
        args && JSON.stringify(args),
      ].join()
      const shown = row && [row.status, row.decided_at, row.note, row.args, row.decided_args].join()
      this.#expect(
        'rows of approvals equal the journal',
        shown === folded,
        `${id}: ${shown}, folded ${folded}`,
      )
    }
  }

  #count(organizationId: string, at: number, more: Usage): void {
    const of = `${organizationId} ${periodOf(at)}`
    const usage = this.#usage.get(of) ?? { executions: 0, cu: 0 }
    this.#usage.set(of, { executions: usage.executions + more.executions, cu: usage.cu + more.cu })
  }

  #expect(law: string, isKept: boolean, found: string): void {
    this.#violations.expect(law, isKept, () => found)
  }
}
