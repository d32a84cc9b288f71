// `npm run capacity`: prints what clusters and cells can take, by the model, as Markdown tables. With
// `--measure` it first measures the parameters on this machine (about 2 minutes) and prints them; it changes
// no file.
import { endAll } from '../started.ts'
import { measureParameters } from './measure.ts'
import { capacityOf, cellsFor, crowdOf, firstOf, largestUseful, type Sized } from './model.ts'
import { databases, type Machines, type Measured, measured } from './parameters.ts'

const nodeCounts = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48]
const crowds = [2, 3, 10, 30, 100, 250]
const multiples = [1, 3, 10, 30, 100, 300, 1_000]

process.once('SIGINT', () => end(130))
process.once('SIGTERM', () => end(143))
try {
  const parameters = process.argv.includes('--measure') ? await measureParameters() : measured
  say(parameterTable(parameters))
  for (const [name, machines] of Object.entries(databases)) say(clusterTable(name, machines, parameters))
  say(crowdTable(parameters))
  say(cellTable(parameters))
  await end(0)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  await end(1)
}

function parameterTable(parameters: Measured): string {
  const rows = Object.entries(parameters).map(([name, value]) => [name, String(Number(value.toPrecision(3)))])
  return table('Parameters', ['parameter', 'value'], rows)
}

function clusterTable(name: string, machines: Machines, parameters: Measured): string {
  const { maxConnections, walMbPerSecond } = machines
  const title = `PostgreSQL with ${name}, ${walMbPerSecond} MB/s of log, ${maxConnections} connections`
  const heads = ['nodes', 'executions/s', 'what ends first', 'decisions/commit', 'durable ms', 'log MB/s']
  const rows = nodeCounts.map(nodes => {
    const load = capacityOf({ nodes, machines, measured: parameters })
    const { commits, connections, executionsPerSecond } = load
    const first = firstOf(load).resource
    if (executionsPerSecond === 0) return [String(nodes), '0', first, '', '', '', String(connections), '']
    return [
      ...[String(nodes), whole(executionsPerSecond), first, commits.turnsPerCommit.toFixed(1)],
      ...[commits.meanMs.toFixed(1), whole(load.walMbPerSecond), String(connections)],
      `${(load.linksBusy * 100).toFixed(1)} %`,
    ]
  })
  return table(title, [...heads, 'connections', 'beats, of a core'], rows)
}

function crowdTable(parameters: Measured): string {
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`
  const rows = crowds.map(nodes => {
    const { links, linksBusy, beatsBusy, unevenness, connections, joinMs } = crowdOf(nodes, parameters)
    const shares = [percent(linksBusy), percent(beatsBusy), whole(joinMs)]
    return [whole(nodes), whole(links), ...shares, whole(connections), unevenness.toFixed(2)]
  })
  const beats = [
    'beats of links, of a core of each node',
    'beats to PostgreSQL, of one core',
    'ms of it for a join',
  ]
  const heads = ['nodes', 'links', ...beats, 'connections', 'fullest node, times the mean']
  return table('What many nodes cost without any load', heads, rows)
}

/** Multiples of what one node of two cores takes. */
function cellTable(parameters: Measured): string {
  const sizes = Object.entries(databases).map(([name, machines]) => {
    const cluster = { machines, measured: parameters }
    return { name, cluster, largest: largestUseful(cluster) }
  })
  const one = capacityOf({ ...sizes[0]!.cluster, nodes: 1 }).executionsPerSecond
  const rows = multiples.map(multiple => {
    const load = multiple * one
    const cells = sizes.map(({ cluster, largest }) => {
      const { cells, nodesEach } = cellsFor(load, cluster, largest)
      return `${whole(cells)} x ${nodesEach}`
    })
    return [whole(multiple), whole(load), ...cells]
  })
  const sizeOf = ({ nodes }: Sized) => `up to ${nodes}`
  const heads = sizes.map(({ name, largest }) => `cells x nodes, ${name}, ${sizeOf(largest)}`)
  return table('Cells', ['loads of one node', 'executions/s', ...heads], rows)
}

function table(title: string, heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heads.map((head, column) => Math.max(head.length, ...rows.map(row => row[column]!.length)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padStart(widths[column]!)).join(' | ')} |`
  const rule = `| ${widths.map(width => `${'-'.repeat(width - 1)}:`).join(' | ')} |`
  return `### ${title}\n\n${[line(heads), rule, ...rows.map(line)].join('\n')}\n`
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

async function end(code: number): Promise<never> {
  await endAll({ last: true })
  process.exit(code)
}
