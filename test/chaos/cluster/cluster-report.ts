// What a chaos run with three nodes has to say, as a table.
import type { ClusterOutcome } from './cluster-chaos.ts'

/** Goals of ms, by what was measured. */
const goalsMs: Readonly<Record<string, number>> = {
  'kill: all shards owned': 1_000,
  'pause: all shards owned': 3_500,
}

export function clusterTable(outcome: ClusterOutcome): string {
  const { options, strikes, load, followers, verdict, settledMs, violations } = outcome
  const figures = {
    'accepted starts': load.accepted.size,
    'answers to starts (0: none)': listed(load.answers),
    'ack ms, p50 / p99 / max': spread(load.ackMs),
    'executions in the journal': listed(verdict.statuses),
    'failed with': listed(verdict.failures),
    'approvals raced for / first decisions acknowledged': `${load.raced.size} / ${load.decided.length}`,
    'executions followed / streams resumed': `${followers.count} / ${followers.resumed}`,
    'ledger calls / entries': `${strikes.world.ledger.calls.length} / ${strikes.world.ledger.entries.size}`,
    'settled after the last fault ms': settledMs,
  }
  const took = [...strikes.tookMs].map(([name, ms]) => [`${name}: ms, p50 / p99 / max`, within(name, ms)])
  const laws = [...violations.held].map(([law, held]) => [
    law,
    `${violations.counts.get(law) ?? 0} of ${held}`,
  ])
  return [
    `Three nodes behind HAProxy: ${options.faults.join(', ')}, each ${options.times} times, seed ${options.seed}, ` +
      `${options.rate} starts a second`,
    '',
    ...rows('figure', Object.entries(figures)),
    ...rows('time', took),
    ...rows('fault', [...strikes.struck]),
    ...rows('law: broken', laws),
    violations.total === 0 ? 'no violations' : `${violations.total} violations`,
    ...violations.cases.map(each => `- ${each}`),
    '',
  ].join('\n')
}

function rows(title: string, of: readonly (readonly unknown[])[]): string[] {
  return [`| ${title} | |`, '|---|---|', ...of.map(([name, value]) => `| ${name} | ${value} |`), '']
}

function within(name: string, ms: readonly number[]): string {
  const goal = goalsMs[name]
  if (goal === undefined) return spread(ms)
  return `${spread(ms)}; ${ms.filter(each => each <= goal).length} of ${ms.length} within ${goal}`
}

function spread(values: readonly number[]): string {
  if (values.length === 0) return 'none'
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!)
  return `${at(0.5)} / ${at(0.99)} / ${at(1)}`
}

function listed(counts: ReadonlyMap<string | number, number>): string {
  return [...counts].map(([name, count]) => `${name}: ${count}`).join(', ') || 'none'
}
