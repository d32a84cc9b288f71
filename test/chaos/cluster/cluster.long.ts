// Each fault of a cluster strikes once, and the laws hold. More: `npm run chaos:cluster`. How long shards had
// no owner is printed and not judged: other tests share the machine.
import tap, { test } from 'tap'
import { holdInCluster, noProxy } from './hold.ts'

/** However busy the machine is, ms. */
const timeout = 600_000
tap.setTimeout(2 * timeout)

test(
  'nothing is lost or doubled while nodes are killed, sleep, lose each other and are replaced',
  { skip: noProxy, timeout },
  t => holdInCluster(t, ['kill', 'cut', 'pause', 'update']),
)

test(
  'nothing is lost or doubled when a standby takes the place of PostgreSQL',
  { skip: noProxy, timeout },
  t => holdInCluster(t, ['failover']),
)
