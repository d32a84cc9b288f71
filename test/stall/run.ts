// `npm run stall -- [--minutes 5] [--seed 1] [--only list_] [--alone]`: looks for the input that costs each
// computation of domain/budgets/computations.ts most, by the time of the processor, and prints the worst
// ones; then starts a product and sends the worst as one organization, while others go on (neighbours.ts).
// Status 1 when a goal is missed (R12).
import { parseArgs } from 'node:util'
import { besideTheWorst } from './neighbours.ts'
import { type Found, worstOf } from './search.ts'
import { targets } from './targets.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    alone: { type: 'boolean', default: false },
  },
})
const chosen = targets.filter(({ name }) => name.includes(values.only))
const half = (Number(values.minutes) * 60_000) / (values.alone ? 1 : 2)
const found = chosen.map(target => longest(target, half / chosen.length)).sort((a, b) => b.ms - a.ms)
for (const { target, ms, units, recipes } of found.slice(0, 12)) {
  say(
    `${ms.toFixed(0).padStart(5)} ms  ${(units / 1e6).toFixed(2)} M units  ${target}  ${JSON.stringify(recipes)}`,
  )
}
if (!values.alone) {
  const report = await besideTheWorst(half)
  say(JSON.stringify(report, null, 2))
  process.exitCode = report.missed.length === 0 ? 0 : 1
}

function longest(target: (typeof targets)[number], forMs: number): Found {
  const until = performance.now() + forMs
  let best = worstOf(target, 'ms', { seed: Number(values.seed), rounds: 4 })
  for (let seed = Number(values.seed) + 1; performance.now() < until; seed++) {
    const next = worstOf(target, 'ms', { seed, rounds: 4 })
    if (next.ms > best.ms) best = next
  }
  return best
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
