// A slice of chaos in a cluster (cluster.long.ts) for every run of the tests.
import tap, { test } from 'tap'
import { holdInCluster, noProxy } from './hold.ts'

/** However busy the machine is, ms. */
const timeout = 600_000
tap.setTimeout(timeout)

test('nothing is lost or doubled while a node is killed', { skip: noProxy, timeout }, t =>
  holdInCluster(t, ['kill']),
)
