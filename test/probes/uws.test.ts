// All probes, on uWebSockets.js.
import tap from 'tap'
import { runProbes } from './all.ts'

/** However busy the machine is, ms. */
tap.setTimeout(900_000)

await runProbes()
