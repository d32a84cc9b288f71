// `npm run probes -- [--engine uws]`: the promises about time of the probes, measured on a product of its
// own. Status 1 when one does not hold. The laws are tests; where they are stands in register.ts.
import { parseArgs } from 'node:util'
import { Product } from '../support/product.ts'
import { measure } from './timings.ts'

const { values } = parseArgs({ options: { engine: { type: 'string', default: 'uws' } } })
const ends: (() => unknown)[] = []
const life = { teardown: (end: () => unknown) => void ends.push(end) }
const environment = { HTTP_ENGINE: values.engine, LOGIN_FAILURES: '0' }
const product = await Product.start({ environment, t: life })
const timings = await measure(product)
for (const { probe, what, measured, goal, holds } of timings) {
  process.stdout.write(`${holds ? 'holds' : 'FAILS'}  ${probe.padEnd(5)} ${what}: ${measured} (${goal})\n`)
}
for (const end of ends) await end()
process.exitCode = timings.every(({ holds }) => holds) ? 0 : 1
