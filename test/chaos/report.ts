// What a chaos run has to say: the same figures as a table for people and as JSON.
import type { Bystanders } from './bystanders.ts'
import type { ChaosOptions } from './chaos.ts'
import { goals, toolGoal } from './checks/goals.ts'
import type { Verdict } from './checks/verdict.ts'
import type { Violations } from './checks/violations.ts'
import type { Load } from './load.ts'
import type { FaultGroup, Nemesis, World } from './nemesis.ts'
import type { QuotaRaces } from './quota-races.ts'
import type { ReadProbe } from './read-probe.ts'

export interface Report {
  readonly seed: number
  readonly seconds: number
  readonly rate: number
  /** How often each fault struck. */
  readonly struck: Readonly<Record<string, number>>
  /** What docs/internals/goals.md counts: how often it happened, and is to happen. */
  readonly counts: Readonly<Record<string, { readonly happened: number; readonly goal: number }>>
  readonly figures: Readonly<Record<string, number | string>>
  /** How many things each law was held against, and how many broke it. */
  readonly laws: Readonly<Record<string, { readonly held: number; readonly broken: number }>>
  /** The first cases of each broken law. */
  readonly cases: readonly string[]
  readonly violations: number
}

export interface Outcome {
  readonly options: ChaosOptions
  readonly world: World
  readonly load: Load
  readonly nemesis: Nemesis
  readonly races: QuotaRaces
  readonly reads: ReadProbe
  readonly bystanders: Bystanders
  readonly verdict: Verdict
  /** From healing until the last execution had ended. */
  readonly settledMs: number
  readonly violations: Violations
}

export function reportOf(outcome: Outcome): Report {
  const { options, nemesis, violations } = outcome
  return {
    seed: options.seed,
    seconds: options.seconds,
    rate: options.rate,
    struck: Object.fromEntries(nemesis.struck),
    counts: countsOf(outcome),
    figures: figuresOf(outcome),
    laws: Object.fromEntries(
      [...violations.held].map(([law, held]) => [law, { held, broken: violations.counts.get(law) ?? 0 }]),
    ),
    cases: violations.cases,
    violations: violations.total,
  }
}

/** Tools by the calls that met the fault, the others by strikes. */
function countsOf({ nemesis: { struck }, world, load, races }: Outcome): Report['counts'] {
  const sum = (...kinds: string[]) => kinds.reduce((all, kind) => all + (struck.get(kind) ?? 0), 0)
  const isKill = (kind: string) => kind.startsWith('kill ')
  const happened: Record<string, number> = {
    ...Object.fromEntries(struck),
    'all kills': sum(...[...struck.keys()].filter(isKill)),
    'all cuts around commit': sum('cut before commit', 'cut after commit', 'late commit'),
    'approvals raced for': load.raced.size,
    'races for the last execution': races.races.length,
  }
  const counts = Object.entries(goals).map(([name, goal]) => [name, { happened: happened[name] ?? 0, goal }])
  const tools = [...world.ledger.met].map(([kind, times]) => [
    `calls that met tool ${kind}`,
    { happened: times, goal: toolGoal },
  ])
  return Object.fromEntries([...counts, ...tools])
}

function figuresOf({
  world,
  load,
  races,
  reads,
  bystanders,
  verdict,
  settledMs,
}: Outcome): Report['figures'] {
  const { server, ledger } = world
  const kills = server.deaths.filter(({ cause }) => cause !== 'unasked').length
  return {
    'kills of the server': kills,
    'starts that failed': server.failedStarts,
    'threads that began': server.threadsBorn,
    'ready ms, p50 / max': spread(server.readyMs),
    'resumed after ready ms, p50 / max': spread(verdict.resumedMs),
    'accepted starts': load.accepted.size,
    'answers to starts (0: none)': listed(load.answers),
    'ack ms, p50 / max': spread(load.ackMs),
    'executions in the journal': listed(verdict.statuses),
    'failed with': listed(verdict.failures),
    'acknowledged cancels': load.cancelled.size,
    'approvals raced for / first decisions acknowledged': `${load.raced.size} / ${load.decided.length}`,
    'races for the last execution of a month': races.races.length,
    'ledger calls / entries': `${ledger.calls.length} / ${ledger.entries.size}`,
    'reads ms, p50 / max': spread(reads.answeredMs),
    'p99 of bystanders ms, calm / thread / tools': (['calm', 'thread', 'tools'] as const)
      .map(when => Math.round(bystanders.p99(when) ?? 0) || 'too few')
      .join(' / '),
    'times as long, thread / tools (goals 2 / 1.2)': (['thread', 'tools'] as const)
      .map(group => timesAsLong(bystanders, group))
      .join(' / '),
    'settled after healing ms': settledMs,
  }
}

export function table({
  seed,
  seconds,
  rate,
  struck,
  counts,
  figures,
  laws,
  cases,
  violations,
}: Report): string {
  const rows = (title: string, of: Readonly<Record<string, unknown>>) => [
    `| ${title} | |`,
    '|---|---|',
    ...Object.entries(of).map(([name, value]) => `| ${name} | ${value} |`),
    '',
  ]
  const judged = Object.entries(laws).map(([law, { held, broken }]) => [law, `${broken} of ${held}`])
  return [
    `Chaos for ${seconds} s at ${rate} starts a second, seed ${seed}`,
    '',
    ...rows('figure', figures),
    ...rows('fault', struck),
    ...rows(
      'count of the goals',
      Object.fromEntries(
        Object.entries(counts).map(([name, { happened, goal }]) => [name, `${happened} of ${goal}`]),
      ),
    ),
    ...rows('law: broken', Object.fromEntries(judged)),
    violations === 0 ? 'no violations' : `${violations} violations; repeat with --seed ${seed}`,
    ...cases.map(each => `- ${each}`),
    '',
  ].join('\n')
}

function timesAsLong(bystanders: Bystanders, group: FaultGroup): string {
  return bystanders.ratio(group)?.toFixed(2) ?? 'too few'
}

function spread(values: readonly number[]): string {
  if (values.length === 0) return 'none'
  const sorted = values.toSorted((a, b) => a - b)
  return `${Math.round(sorted[Math.floor(sorted.length / 2)]!)} / ${Math.round(sorted.at(-1)!)}`
}

function listed(counts: ReadonlyMap<string | number, number>): string {
  return [...counts].map(([name, count]) => `${name}: ${count}`).join(', ') || 'none'
}
