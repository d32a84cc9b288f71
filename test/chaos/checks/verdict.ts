// Reads the whole journal back, execution by execution, and holds everything else against it.
import type { Event } from '../../../actors/execution/protocol.ts'
import type { ExecutionStatus } from '../../../domain/work/execution.ts'
import { isTerminal } from '../../../domain/work/execution.ts'
import type { FaultyLedger } from '../faulty-ledger.ts'
import { type Load, numberOf } from '../load.ts'
import type { FaultGroup } from '../nemesis.ts'
import { type JournalRow, readStory, type Story } from '../story.ts'
import type { Death } from '../supervised-server.ts'
import { isCall, workflows } from '../workflows.ts'
import { LedgerCheck } from './ledger-check.ts'
import { type Database, RowsCheck } from './rows-check.ts'
import type { Violations } from './violations.ts'

export interface Verdict {
  /** Executions in the journal by how they are. */
  readonly statuses: ReadonlyMap<ExecutionStatus, number>
  /** Codes of the failed. */
  readonly failures: ReadonlyMap<string, number>
  /** For each death under load: ms from readiness until the last call that was under way had gone on. */
  readonly resumedMs: readonly number[]
}

export interface Trial {
  readonly world: {
    readonly server: { readonly deaths: readonly Death[] }
    readonly database: Database
    readonly ledger: FaultyLedger
  }
  readonly load: Load
  readonly groups: readonly FaultGroup[]
  readonly violations: Violations
}

/** With which a step fails that a tool in trouble has answered, its attempts being used up or of no use. */
const toolCodes = [
  ...['bad-answer', 'server-failed', 'rate-limited', 'timeout', 'reset', 'unreachable', 'too-large'],
  ...['redirect', 'tool-server-down'],
]

const addressesEach = 1_000

export async function judge({ world, load, groups, violations }: Trial): Promise<Verdict> {
  const { server, database, ledger } = world
  const ledgerCheck = new LedgerCheck(ledger, load.cancelled, violations)
  const rowsCheck = await RowsCheck.open(database, violations)
  const mayFail = new Set(groups.includes('tools') ? toolCodes : [])
  for (const workflow of workflows) for (const code of workflow.mayFail ?? []) mayFail.add(code)
  const missing = new Set(load.accepted.keys())
  const startsOf = new Map<number, Set<string>>()
  const statuses = new Map<ExecutionStatus, number>()
  const failures = new Map<string, number>()
  const resumed = new Map<Death, number>()

  for await (const story of stories(database, violations)) {
    missing.delete(story.id)
    noteStart(story, startsOf)
    increment(statuses, story.status)
    itHasEnded(story, violations)
    noteResumption(story, server.deaths, resumed)
    ledgerCheck.check(story)
    rowsCheck.check(story)
    decisionsStand(story, load, violations)
    if (story.status !== 'failed') continue
    const { code, message } = failureOf(story)
    increment(failures, code)
    violations.expect(
      'executions fail for a reason',
      mayFail.has(code),
      () => `${story.id}: ${code}: ${message}`,
    )
  }
  for (const [n, ids] of load.keyed) {
    const { size } = new Set([...ids, ...(startsOf.get(n) ?? [])])
    violations.expect('a keyed start starts once', size <= 1, () => `line ${n}: ${size} executions`)
  }
  for (const id of load.accepted.keys()) {
    violations.expect('what was accepted is not lost', !missing.has(id), () => id)
  }
  ledgerCheck.finish()
  await rowsCheck.finish()
  return { statuses, failures, resumedMs: [...resumed.values()] }
}

async function* stories(database: Database, violations: Violations): AsyncIterable<Story> {
  for (let after = ''; ; ) {
    const rows = await database.query<JournalRow>(
      `select address, seq, at::float8 as at, body from journal
       where address in (select distinct address from journal where address > $1 and starts_with(address, 'exec_')
         order by address limit $2)
       order by address, seq`,
      [after, addressesEach],
    )
    if (rows.length === 0) return
    for (const [id, entries] of Map.groupBy(rows, ({ address }) => address))
      yield readStory(id, entries, violations)
    after = rows.at(-1)!.address
  }
}

function itHasEnded({ id, status, told }: Story, violations: Violations): void {
  violations.expect('everything has ended after healing', isTerminal(status), () => {
    return `${id} is ${status} after ${JSON.stringify(told.slice(-3)).slice(0, 1_000)}`
  })
}

/** Under the number of its line, when somebody asked for it. */
function noteStart({ id, told }: Story, startsOf: Map<number, Set<string>>): void {
  const { start } = told[0]!.event as Extract<Event, { type: 'started' }>
  if (start.trigger.kind !== 'api') return
  const n = numberOf(start.inputs)
  startsOf.set(n, (startsOf.get(n) ?? new Set()).add(id))
}

/** Who was told that a decision was the first finds it in the journal. */
function decisionsStand({ told }: Story, load: Load, violations: Violations): void {
  for (const { event } of told) {
    if (event.type !== 'approval-decided') continue
    const acknowledged = load.decided.filter(({ approvalId }) => approvalId === event.id)
    const isOne = acknowledged.length <= 1 && acknowledged.every(({ note }) => note === event.note)
    violations.expect(
      'an approval has one decision',
      isOne,
      () => `${event.id}: ${JSON.stringify(acknowledged)}`,
    )
  }
}

function failureOf({ told }: Story): { code: string; message: string } {
  const ended = told.find(({ event }) => event.type === 'ended')?.event
  const { error } = ended as Extract<Event, { type: 'ended' }>
  return error ?? { code: 'none', message: 'it says no error' }
}

/** A call was under way when the server died: the next word of its execution says that it goes on. */
function noteResumption({ told }: Story, deaths: readonly Death[], resumed: Map<Death, number>): void {
  for (const death of deaths) {
    if (death.readyAt === null || told[0]!.at > death.at) continue
    const next = told.findIndex(({ at }) => at > death.at)
    const last = told[next - 1]?.event
    if (next < 1 || last?.type !== 'step-started' || !isCall(last.step)) continue
    resumed.set(death, Math.max(resumed.get(death) ?? 0, told[next]!.at - death.readyAt, 0))
  }
}

function increment<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
