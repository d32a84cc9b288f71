// The probes on uWebSockets.js.
import { runProbes } from './all.ts'

await runProbes('uws')
