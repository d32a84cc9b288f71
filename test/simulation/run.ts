// Runs seeds: `npm run simulate -- --seeds 10000 --from 1`; one again, with all that happens in it: `--seed
// 12345 --trace`; the nodes of a cluster instead of one process: `--nodes 3`, or `--nodes any` for one to
// five; or hunts the mutants: `--mutants`.
import { parseArgs } from 'node:util'
import { hunt, serviceRun } from './hunt.ts'
import { mutants } from './mutants.ts'
import { simulate } from './simulate.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    from: { type: 'string', default: '1' },
    /** At the first seed that fails. */
    stop: { type: 'boolean', default: false },
    trace: { type: 'boolean', default: false },
    nodes: { type: 'string', default: '0' },
    mutants: { type: 'boolean', default: false },
  },
})

const nodes = values.nodes === 'any' ? 'any' : Number(values.nodes)

/** Ctrl-C ends a run of seeds after the current one, with what came of those before it. */
let isInterrupted = false
if (!values.mutants) process.once('SIGINT', () => (isInterrupted = true))

process.exitCode = values.mutants ? await huntAll(Number(values.seeds ?? 4_000)) : await runSeeds()

async function runSeeds(): Promise<number> {
  const first = Number(values.seed ?? values.from)
  const count = Number(values.seeds ?? (values.seed ? 1 : 1_000))
  const startedAt = performance.now()
  let failures = 0
  let seed = first
  for (; seed < first + count && !isInterrupted && !(values.stop && failures > 0); seed++) {
    const { failure, lines } = await simulate(seed, { isTraced: values.trace, nodes })
    for (const line of lines) console.log(line)
    if (!failure) continue
    failures++
    const flags = nodes === 0 ? '' : ` --nodes ${nodes}`
    console.log(`seed ${seed}: ${failure.message}\n  npm run simulate -- --seed ${seed} --seeds 1${flags}`)
    if (failure.name !== 'LawBroken') console.log(failure)
  }
  const seconds = (performance.now() - startedAt) / 1_000
  const done = seed - first
  console.log(
    `${done} seeds in ${seconds.toFixed(1)} s, ${(done / seconds).toFixed(0)} a second, ${failures} failed`,
  )
  return failures > 0 ? 1 : 0
}

async function huntAll(seeds: number): Promise<number> {
  for (const run of new Set(mutants.map(mutant => mutant.run ?? serviceRun))) {
    const control = await hunt(null, 200, run)
    if (!control.isCaught) continue
    console.log(`the code fails without any mutant: ${control.said}`)
    return 1
  }
  let escaped = 0
  for (const mutant of mutants) {
    const { isCaught, said } = await hunt(mutant, seeds)
    if (!isCaught) escaped++
    console.log(`${isCaught ? 'caught ' : 'ESCAPED'} ${mutant.name}\n          ${said}`)
  }
  console.log(`${mutants.length - escaped} of ${mutants.length} mutants caught`)
  return escaped > 0 ? 1 : 0
}
