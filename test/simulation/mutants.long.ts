// Can the simulation find anything? Every defect that is known to it is put into the code, one at a time.
import tap, { test } from 'tap'
import { passes } from '../support/long-run.ts'

tap.setTimeout(1_800_000)

test('the simulation notices every mutant', t => passes(t, 'simulate', '--mutants'))
