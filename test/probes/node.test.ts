// The probes on node:http.
import { runProbes } from './all.ts'

await runProbes('node')
