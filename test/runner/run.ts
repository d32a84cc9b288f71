// `npm test -- [FILE or FOLDER ...]`: runs the tests. `--changed [--since COMMIT]`: what a change can touch;
// `--costs`: the slowest files; `--shaken --times 5`: in random order beside two busy processes, `--seed N`
// for the same order; `--jobs N`; `--titles FILE`: writes the title of every test. `--long`: the longer
// proofs instead (*.long.ts), with `--minutes 8` those that fit into that time.
import { globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { keepBusy } from './busy.ts'
import { touchedBy } from './changed.ts'
import { fitting } from './fitting.ts'
import { type Group, groupsOf } from './groups.ts'
import { parallelism } from './parallelism.ts'
import { costTable, failureText, summaryOf } from './report.ts'
import type { Failure } from './results.ts'
import { runGroups } from './run-groups.ts'
import { shuffled } from './shuffle.ts'

const root = join(import.meta.dirname, '../..')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    changed: { type: 'boolean', default: false },
    since: { type: 'string', default: 'HEAD' },
    costs: { type: 'boolean', default: false },
    shaken: { type: 'boolean', default: false },
    times: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    jobs: { type: 'string', default: String(parallelism) },
    log: { type: 'string', default: '.tap/results.tap' },
    titles: { type: 'string' },
    long: { type: 'boolean', default: false },
    minutes: { type: 'string', default: 'Infinity' },
  },
})

const files = filesToRun()
if (files.length === 0) {
  console.log(
    values.changed ? 'nothing that a test loads has changed' : `no test file: ${positionals.join(' ')}`,
  )
  process.exit(values.changed ? 0 : 1)
}
const rounds = Number(values.times)
const often = new Map<string, { failure: Failure; rounds: number[] }>()
const stopBusy = values.shaken ? keepBusy(2) : () => {}
let last = ''
for (let round = 1; round <= rounds; round++) last = await runOnce(round)
stopBusy()
if (rounds > 1)
  for (const [key, { rounds: failedIn }] of often)
    console.log(`failed in ${failedIn.length} of ${rounds}, rounds ${failedIn.join(' ')}: ${key}`)
console.log(last)
process.exitCode = often.size > 0 ? 1 : 0

async function runOnce(round: number): Promise<string> {
  const seed = Number(values.seed) + round
  const groups = values.shaken ? shaken(seed) : groupsOf(files)
  if (values.shaken) console.log(`round ${round}, seed ${Number(values.seed)}`)
  const startedAt = performance.now()
  const jobs = Number(values.jobs)
  const { fits, leftOut } = values.long
    ? fitting(groups, jobs, Number(values.minutes))
    : { fits: groups, leftOut: [] }
  if (leftOut.length > 0) console.log(`left out, more than ${values.minutes} minutes: ${leftOut.join(' ')}`)
  const results = await runGroups(fits, {
    jobs,
    log: values.log,
    onFile: ({ file, seconds }, failures) =>
      console.log(`${failures > 0 ? `${failures} FAILED` : 'ok'}  ${seconds.toFixed(1)} s  ${file}`),
  })
  for (const failure of results.failures) {
    console.log(failureText(failure))
    const key = `${failure.file}: ${failure.title.split('\n')[0]}`
    const known = often.get(key) ?? { failure, rounds: [] }
    if (!known.rounds.includes(round)) known.rounds.push(round)
    often.set(key, known)
  }
  if (values.costs) console.log(`\n${costTable(results.costs)}\n`)
  if (values.titles) writeFileSync(values.titles, results.titles.sort().join('\n'))
  const skipped = results.skipped > 0 ? `, ${results.skipped} left out` : ''
  // Once more in short: of a long output, often only the end is kept.
  for (const { file, title } of results.failures) console.log(`not ok ${file}: ${title.slice(0, 200)}`)
  console.log(`${results.titles.length} tests of ${files.length} files in ${minutes(startedAt)}${skipped}`)
  return summaryOf(results)
}

function filesToRun(): readonly string[] {
  const all = globSync(`test/**/*.${values.long ? 'long' : 'test'}.ts`, { cwd: root }).sort()
  const named = positionals.map(path => path.replace(/^\.\//, '').replace(/\/$/, ''))
  const wanted =
    named.length === 0
      ? all
      : all.filter(file => named.some(path => file === path || file.startsWith(`${path}/`)))
  return values.changed ? touchedBy(wanted, values.since) : wanted
}

/** Files and groups in an order by the seed; which files share a process stays. */
function shaken(seed: number): readonly Group[] {
  return shuffled(groupsOf(files), seed).map(group => shuffled(group, seed))
}

function minutes(startedAt: number): string {
  const seconds = Math.round((performance.now() - startedAt) / 1_000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} minutes`
}
