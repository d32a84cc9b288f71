// `npm run bench`: measures the product from outside, as its users meet it, and prints tables (Markdown) or
// JSON.
//   node benchmarks/run.ts [scenario or goal ...] [--runs 3] [--seconds 8] [--warm-up 2] [--scale 1] [--json]
// Scenarios take turns, round after round, and the median of each figure is quoted. What a run starts ends
// with it.
import { mkdirSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { describeMachine } from './machine.ts'
import { markdown, type Report, reportOf } from './report.ts'
import type { Sample, Scenario, Span } from './scenario.ts'
import { acks } from './scenarios/acks.ts'
import { fence } from './scenarios/fence.ts'
import { generator } from './scenarios/generator.ts'
import { growth } from './scenarios/growth.ts'
import { hub } from './scenarios/hub.ts'
import { localSteps } from './scenarios/local-steps.ts'
import { memory } from './scenarios/memory.ts'
import { moves } from './scenarios/moves.ts'
import { nodes } from './scenarios/nodes.ts'
import { overload } from './scenarios/overload.ts'
import { parked } from './scenarios/parked.ts'
import { reads } from './scenarios/reads.ts'
import { repeatCost } from './scenarios/repeat-cost.ts'
import { rpc } from './scenarios/rpc.ts'
import { search } from './scenarios/search.ts'
import { start } from './scenarios/start.ts'
import { stepCost } from './scenarios/step-cost.ts'
import { threads } from './scenarios/threads.ts'
import { tokens } from './scenarios/tokens.ts'
import { toolServerSteps } from './scenarios/tool-server-steps.ts'
import { endAll } from './started.ts'

const scenarios: readonly Scenario[] = [
  ...[generator, localSteps, toolServerSteps, acks, reads, rpc, hub, start, threads],
  ...[search, parked, growth, stepCost, repeatCost, overload, tokens, memory],
  ...[fence, nodes, moves],
]

process.once('SIGINT', () => end(130))
process.once('SIGTERM', () => end(143))
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      runs: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '8' },
      'warm-up': { type: 'string', default: '2' },
      scale: { type: 'string', default: '1' },
      json: { type: 'boolean', default: false },
    },
  })
  const report = await bench(chosen(positionals), {
    runs: Math.ceil(positive('runs', values.runs)),
    warmUpSeconds: positive('warm-up', values['warm-up']),
    seconds: positive('seconds', values.seconds),
    scale: positive('scale', values.scale),
  })
  keep(report)
  process.stdout.write(values.json ? `${JSON.stringify(report)}\n` : markdown(report))
  await end(report.scenarios.some(each => each.failure !== null) ? 1 : 0)
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  await end(1)
}

async function bench(
  selected: readonly Scenario[],
  { runs, ...span }: Span & { runs: number },
): Promise<Report> {
  const machine = describeMachine()
  const outcomes = selected.map(scenario => ({
    scenario,
    rounds: [] as Sample[][],
    failure: null as string | null,
  }))
  for (let run = 1; run <= runs; run++) {
    for (const outcome of outcomes.filter(each => each.failure === null)) {
      say(`round ${run} of ${runs}: ${outcome.scenario.name}`)
      try {
        outcome.rounds.push(await outcome.scenario.round(span))
      } catch (error) {
        outcome.failure = error instanceof Error ? error.message : String(error)
        say(`${outcome.scenario.name} failed: ${outcome.failure}`)
      }
      await endAll({ last: false })
    }
  }
  return reportOf(outcomes, { machine, runs, ...span, measuredAt: Date.now() })
}

/** By name or by goal, all of them when nothing is named. @throws {Error} there is no such scenario */
function chosen(wanted: readonly string[]): readonly Scenario[] {
  const unknown = wanted.find(word => !scenarios.some(scenario => answersTo(scenario, word)))
  if (unknown !== undefined) {
    const known = scenarios.map(({ name, goals }) => [name, ...goals].join(' or ')).join(', ')
    throw new Error(`no scenario "${unknown}"; there are: ${known}`)
  }
  return scenarios.filter(scenario => wanted.length === 0 || wanted.some(word => answersTo(scenario, word)))
}

function answersTo({ name, goals }: Scenario, word: string): boolean {
  return name === word || goals.includes(word.toUpperCase())
}

function positive(option: string, text: string): number {
  const value = Number(text)
  if (value > 0 && value <= 3_600) return value
  throw new Error(`--${option} takes a number above 0, at most 3600, not "${text}"`)
}

/** Beside earlier runs in benchmarks/out, which git ignores. */
function keep(report: Report): void {
  const directory = fileURLToPath(new URL('./out/', import.meta.url))
  mkdirSync(directory, { recursive: true })
  const path = `${directory}${new Date(report.measuredAt).toISOString().replaceAll(':', '-')}.json`
  writeFileSync(path, `${JSON.stringify(report, null, 2)}\n`)
  say(`kept as ${relative(process.cwd(), path)}`)
}

/** Progress goes to stderr: stdout holds nothing but the result. */
function say(text: string): void {
  process.stderr.write(`${text}\n`)
}

async function end(code: number): Promise<never> {
  await endAll({ last: true })
  process.exit(code)
}
