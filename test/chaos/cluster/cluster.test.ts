// A slice of `npm run chaos:cluster` for every run of the tests: each fault of a cluster strikes once,
// and the laws hold. How long shards had no owner is printed and not judged: other tests share the
// machine.
import tap, { type Test, test } from 'tap'
import { ClusterChaos, type ClusterChaosOptions } from './cluster-chaos.ts'
import { clusterTable } from './cluster-report.ts'
import { haproxy } from './edge.ts'

/** Judged by the longer runs. */
const timed = ['no call starts after an acknowledged cancel']

/** However busy the machine is, ms. */
const timeout = 600_000
tap.setTimeout(2 * timeout)
const noProxy = haproxy === null && 'haproxy is not installed: chaos with three nodes was left out'

/** The pause is as long as it takes to be taken for dead, and to wake among strangers. */
const slice = { seed: 20_261_125, rate: 4, readers: 3, pauseMs: 4_500, times: 1 }

test(
  'nothing is lost or doubled while nodes are killed, sleep, lose each other and are replaced',
  {
    skip: noProxy,
    timeout,
  },
  t => hold(t, { ...slice, faults: ['kill', 'cut', 'pause', 'update'] }),
)

test(
  'nothing is lost or doubled when a standby takes the place of PostgreSQL',
  {
    skip: noProxy,
    timeout,
  },
  t => hold(t, { ...slice, faults: ['failover'] }),
)

async function hold(t: Test, options: Omit<ClusterChaosOptions, 'say'>): Promise<void> {
  const chaos = new ClusterChaos({ ...options, say: line => t.comment(line) })
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
