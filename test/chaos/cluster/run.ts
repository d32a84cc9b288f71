// `npm run chaos:cluster -- --fault kill|pause|cut|failover|update --times 100 [--seed 1] [--rate 5]`: three
// nodes behind HAProxy, and the fault again and again. Several faults, with commas between them, take turns.
// Progress goes to stderr, the report to stdout; status 1 when a law was broken. What a run starts ends with
// it, also at Ctrl-C.
import { parseArgs } from 'node:util'
import { ClusterChaos } from './cluster-chaos.ts'
import { clusterTable } from './cluster-report.ts'
import { haproxy } from './edge.ts'
import { type ClusterFault, clusterFaults } from './faults.ts'

const { values } = parseArgs({
  options: {
    fault: { type: 'string', default: 'kill' },
    times: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    rate: { type: 'string', default: '5' },
    readers: { type: 'string', default: '6' },
    pause: { type: 'string', default: '15' },
  },
})
const say = (line: string) => void process.stderr.write(`${line}\n`)

const faults = faultsOf(values.fault)
if (haproxy === null) refuse('haproxy is not installed')
const chaos = new ClusterChaos({
  faults,
  times: positive('times', values.times),
  seed: Math.floor(positive('seed', values.seed)),
  rate: positive('rate', values.rate),
  readers: positive('readers', values.readers),
  pauseMs: positive('pause', values.pause) * 1_000,
  say,
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end(130))
try {
  const outcome = await chaos.run()
  process.stdout.write(clusterTable(outcome))
  await end(outcome.violations.total === 0 ? 0 : 1)
} catch (error) {
  say(String((error as Error).stack))
  await end(1)
}

function positive(option: string, text: string): number {
  const value = Number(text)
  if (value > 0 && Number.isFinite(value)) return value
  return refuse(`--${option} takes a number above 0, not "${text}"`)
}

function faultsOf(text: string): ClusterFault[] {
  const unknown = text.split(',').find(name => !clusterFaults.includes(name as ClusterFault))
  if (unknown === undefined) return text.split(',') as ClusterFault[]
  return refuse(`no fault "${unknown}"; there are: ${clusterFaults.join(', ')}`)
}

function refuse(why: string): never {
  say(why)
  process.exit(2)
}

async function end(code: number): Promise<never> {
  await chaos.stop()
  process.exit(code)
}
