// The search for the inputs that cost most, and what others notice of them.
import tap, { test } from 'tap'
import { passes } from '../support/long-run.ts'

tap.setTimeout(900_000)

test('the worst inputs are within their bounds, and others go on beside them', t =>
  passes(t, 'stall', '--minutes', '1.5', '--seed', '1'))
