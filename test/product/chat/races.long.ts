// More races than the slice (crashes.test.ts).
import tap, { test } from 'tap'
import { passes } from '../../support/long-run.ts'

tap.setTimeout(900_000)

test('of 300 races of decisions each is decided once, while the server is killed', t =>
  passes(t, 'chat:races', '--races', '300'))
