// `npm run chaos -- --minutes 5 [--seed 1] [--faults kill,thread,database,tools] [--rate 50] [--json]`: the
// real server and the real PostgreSQL against a nemesis. Progress goes to stderr, the report to stdout;
// status 1 when a law was broken, or a fault that was asked for never struck. What a run starts ends with it,
// also at Ctrl-C.
import { parseArgs } from 'node:util'
import { Chaos } from './chaos.ts'
import { type FaultGroup, faultGroups } from './nemesis.ts'
import { table } from './report.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    faults: { type: 'string', default: faultGroups.join(',') },
    rate: { type: 'string', default: '50' },
    json: { type: 'boolean', default: false },
  },
})
const say = (line: string) => void process.stderr.write(`${line}\n`)

const chaos = new Chaos({
  seconds: positive('minutes', values.minutes) * 60,
  seed: Math.floor(positive('seed', values.seed)),
  rate: positive('rate', values.rate),
  groups: groupsOf(values.faults),
  say,
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end(130))
try {
  const report = await chaos.run()
  process.stdout.write(values.json ? `${JSON.stringify(report)}\n` : table(report))
  await end(report.violations === 0 ? 0 : 1)
} catch (error) {
  say(String((error as Error).stack))
  await end(1)
}

function positive(option: string, text: string): number {
  const value = Number(text)
  if (value > 0 && Number.isFinite(value)) return value
  say(`--${option} takes a number above 0, not "${text}"`)
  process.exit(2)
}

function groupsOf(text: string): FaultGroup[] {
  const unknown = text.split(',').find(name => !faultGroups.includes(name as FaultGroup))
  if (unknown === undefined) return text.split(',') as FaultGroup[]
  say(`no faults "${unknown}"; there are: ${faultGroups.join(', ')}`)
  process.exit(2)
}

async function end(code: number): Promise<never> {
  await chaos.stop()
  process.exit(code)
}
