// `npm run fuzz -- [--requests 100000] [--raw 1000000] [--seed 1] [--engine uws]`: a product of its own under
// requests made of its OpenAPI document, then under mutated bytes. Progress goes to stderr, the report to
// stdout; status 1 when something was wrong, with a line for each that sends that one request again.
import { parseArgs } from 'node:util'
import { newKey, newOwner } from '../probes/people.ts'
import { Product } from '../support/product.ts'
import { startExampleServer } from '../support/servers/example-server.ts'
import { fuzzRaw } from './raw-fuzz.ts'
import { type FuzzReport, fuzzSchema } from './schema-fuzz.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    raw: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    engine: { type: 'string', default: 'uws' },
  },
})
const say = (line: string) => void process.stderr.write(`${line}\n`)
const [requests, raw, seed] = [values.requests, values.raw, values.seed].map(Number) as [
  number,
  number,
  number,
]

const environment = { HTTP_ENGINE: values.engine, FREE_TIER_EXECUTIONS: '1000000000', LOGIN_FAILURES: '0' }
const ends: (() => unknown)[] = []
const life = { teardown: (end: () => unknown) => void ends.push(end) }
const product = await Product.start({ environment, t: life })
const { url: toolServerUrl } = await startExampleServer(life)
const { pid } = product
say(`seed ${seed}, ${values.engine}: ${requests} requests of the document, ${raw} of mutated bytes`)
const reports = {
  document: await fuzzSchema({ product, seed, requests, toolServerUrl }),
  bytes: await fuzzRaw({ product, seed, requests: raw, key: await newKey(await newOwner(product)) }),
}
const hasCrashed = product.pid !== pid || (await product.client().get('/healthz')).status !== 200
const lags =
  (await product.client().get('/metrics')).body.match(/^nodejs_eventloop_lag_(?:max|p99)_seconds \S+$/gm) ??
  []
for (const [name, report] of Object.entries(reports)) process.stdout.write(lineOf(name, report))
process.stdout.write(`${hasCrashed ? 'the server is gone' : 'the server lives'}\n${lags.join('\n')}\n`)
const failures = Object.values(reports).flatMap(report => report.failures)
for (const failure of failures) process.stdout.write(`${failure}\n`)
for (const end of ends) await end()
process.exitCode = failures.length > 0 || hasCrashed ? 1 : 0

function lineOf(name: string, { sent, statuses, failures }: FuzzReport): string {
  const counts = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`)
  return `${name}: ${sent} sent, ${failures.length} wrong; ${counts.join(', ')}\n`
}
