// The probes that an engine has a part in, on node:http.
import tap from 'tap'
import { engineProbes } from './all.ts'
import { startProbed } from './probed.ts'

/** However busy the machine is, ms. */
tap.setTimeout(900_000)

engineProbes(await startProbed('node'))
