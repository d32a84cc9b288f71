// The official conformance suites against the server on uWebSockets.js.
import { conformanceLaws } from './laws.ts'

await conformanceLaws('uws')
