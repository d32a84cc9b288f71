// `npm run simulate:placement -- --seeds 1000 --from 1`, `--seed 12 --trace`.
import { parseArgs } from 'node:util'
import { simulatePlacement } from './simulate-placement.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    from: { type: 'string', default: '1' },
    /** At the first seed that fails. */
    stop: { type: 'boolean', default: false },
    trace: { type: 'boolean', default: false },
  },
})
const first = Number(values.seed ?? values.from)
const count = Number(values.seeds ?? (values.seed ? 1 : 200))
let failures = 0
for (let seed = first; seed < first + count && !(values.stop && failures > 0); seed++) {
  const { failure, lines } = await simulatePlacement(seed, values.trace)
  for (const line of lines) console.log(line)
  if (!failure) continue
  failures++
  console.log(`seed ${seed}: ${failure.message}`)
  if (failure.name !== 'LawBroken') console.log(failure)
}
console.log(`${failures} failed`)
process.exitCode = failures > 0 ? 1 : 0
