// The official conformance suites against the server on node:http.
import { conformanceLaws } from './laws.ts'

await conformanceLaws('node')
