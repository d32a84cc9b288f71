// The identifiers of every other kind on every route (P109), of which the tests ask for some.
import tap from 'tap'
import { idProbes } from './ids.ts'
import { startProbed } from './probed.ts'

tap.setTimeout(900_000)

idProbes(await startProbed('uws'), Number.POSITIVE_INFINITY)
