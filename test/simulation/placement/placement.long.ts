// More worlds than the slice (placement-simulation.test.ts).
import tap, { test } from 'tap'
import { passes } from '../../support/long-run.ts'

tap.setTimeout(900_000)

test('in 1,000 worlds no shard has two owners and none is forgotten', t =>
  passes(t, 'simulate:placement', '--seeds', '1000'))
