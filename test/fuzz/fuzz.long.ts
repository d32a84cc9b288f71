// More requests than the slice (fuzz.test.ts), with draws of the same kind.
import tap, { test } from 'tap'
import { passes } from '../support/long-run.ts'

tap.setTimeout(900_000)

for (const engine of ['uws', 'node'])
  test(`${engine}: 3,000 requests made of the document and 20,000 of mutated bytes get right answers`, t =>
    passes(t, 'fuzz', '--requests', '3000', '--raw', '20000', '--seed', '2', '--engine', engine))
