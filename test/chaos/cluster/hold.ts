// Chaos with the nodes of a cluster, judged.
import type { Test } from 'tap'
import { ClusterChaos, type ClusterChaosOptions } from './cluster-chaos.ts'
import { clusterTable } from './cluster-report.ts'
import { haproxy } from './edge.ts'

export const noProxy = haproxy === null && 'haproxy is not installed: chaos with three nodes was left out'

/** Judged by the longer runs. */
const timed = ['no call starts after an acknowledged cancel']

/** The pause is as long as it takes to be taken for dead, and to wake among strangers. */
const slice = { seed: 20_261_125, rate: 4, readers: 3, pauseMs: 4_500, times: 1 }

export async function holdInCluster(t: Test, faults: ClusterChaosOptions['faults']): Promise<void> {
  const chaos = new ClusterChaos({ ...slice, faults, say: line => t.comment(line) })
  t.teardown(() => chaos.stop())
  const outcome = await chaos.run()
  t.comment(clusterTable(outcome))
  t.ok(outcome.load.accepted.size > 0)
  t.ok(outcome.followers.count > 0)
  t.strictSame(
    outcome.violations.cases.filter(said => !timed.some(law => said.startsWith(law))),
    [],
  )
}
