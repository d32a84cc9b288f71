// Rounds become results (the median of each figure), and results become Markdown tables that also read well
// in a terminal, so that benchmarks/README.md takes them as they are.
import { type Machine, machineLine } from './machine.ts'
import { counted, type Figures, type Goal, type Sample, type Scenario, type Span } from './scenario.ts'

export interface Report extends Span {
  /** Unix ms, at the end. */
  readonly measuredAt: number
  readonly machine: Machine
  readonly runs: number
  readonly scenarios: readonly ScenarioReport[]
}

export interface ScenarioReport {
  readonly name: string
  readonly goals: readonly string[]
  readonly question: string
  /** Of the rounds that succeeded. */
  readonly results: readonly Result[]
  /** Why it stopped, or null. */
  readonly failure: string | null
}

export interface Result {
  readonly label: string
  readonly medians: Figures
  /** One for each round, in order. */
  readonly rounds: readonly Figures[]
  readonly verdicts: readonly Verdict[]
}

export interface Verdict extends Goal {
  readonly isMet: boolean
}

export interface Outcome {
  readonly scenario: Scenario
  readonly rounds: readonly (readonly Sample[])[]
  readonly failure: string | null
}

export function reportOf(outcomes: readonly Outcome[], run: Omit<Report, 'scenarios'>): Report {
  const scenarios = outcomes.map(({ scenario: { name, goals, question }, rounds, failure }) => {
    return { name, goals, question, results: summarize(rounds), failure }
  })
  return { ...run, scenarios }
}

export function markdown({ machine, runs, warmUpSeconds, seconds, measuredAt, scenarios }: Report): string {
  const day = new Date(measuredAt).toISOString().slice(0, 10)
  const how = `${day}, medians of ${counted(runs, 'run')} of ${seconds} s after ${warmUpSeconds} s of warm-up.`
  const sections = scenarios.map(({ name, goals, question, results, failure }) => {
    const heading = `### ${[name, ...goals].join(', ')}\n${question}\n`
    const failed = failure === null ? '' : `\nFAILED: ${failure}\n`
    return `${heading}\n${results.length > 0 ? `${table(results)}\n` : ''}${failed}`
  })
  return `${machineLine(machine)}\n\n${how}\n\n${sections.join('\n')}`
}

export function summarize(rounds: readonly (readonly Sample[])[]): Result[] {
  return (rounds[0] ?? []).map(({ label, goals = [] }) => {
    const figures = rounds.flatMap(round =>
      round.filter(each => each.label === label).map(each => each.figures),
    )
    const medians = Object.fromEntries(
      Object.keys(figures[0]!).map(name => [name, median(figures.map(each => each[name]!))]),
    )
    const verdicts = goals.map(goal => ({ ...goal, isMet: isMet(goal, medians[goal.figure]!) }))
    return { label, medians, rounds: figures, verdicts }
  })
}

/** Of an even number, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** A Markdown table, its columns padded to one width. */
export function table(results: readonly Result[]): string {
  const names = [...new Set(results.flatMap(result => Object.keys(result.medians)))]
  const rows = [
    ['case', ...names.map(name => headings[name] ?? name), 'goal'],
    ...results.map(({ label, medians, verdicts }) => [
      label,
      ...names.map(name => (medians[name] === undefined ? '' : format(medians[name]))),
      verdicts.map(describe).join('; '),
    ]),
  ]
  const widths = rows[0]!.map((_, column) => Math.max(3, ...rows.map(row => row[column]!.length)))
  const isText = (column: number) => column === 0 || column === widths.length - 1
  const line = (cells: readonly string[]) => {
    const padded = cells.map((cell, column) =>
      isText(column) ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
    )
    return `| ${padded.join(' | ')} |`
  }
  const rule = widths.map((width, column) =>
    isText(column) ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  )
  return [line(rows[0]!), line(rule), ...rows.slice(1).map(line)].join('\n')
}

/** Column headings; benchmarks/README.md explains them. */
const headings: Readonly<Record<string, string>> = {
  perSecond: 'a second',
  p50Ms: 'p50 ms',
  p95Ms: 'p95 ms',
  p99Ms: 'p99 ms',
  longestMs: 'longest ms',
  p50LateMs: 'p50 late ms',
  generatorUs: 'generator us',
  mainUs: 'main us',
  threadsUs: 'threads us',
  databaseUs: 'database us',
  allUs: 'all us',
  timesOne: 'times one node',
  forwarded: 'forwarded',
  requests: 'requests',
  failed: 'failed',
  evenMs: 'even ms',
  stoppedMs: 'stopped ms',
  longestPauseMs: 'longest pause ms',
  fewerPercent: 'fewer a second %',
  serviceMorePercent: 'service more %',
  databaseMorePercent: 'database more %',
  morePercent: 'all more %',
  shareOfRaw: 'share of raw',
  timesSdk: 'times the SDK',
  addedP50Ms: 'added p50 ms',
  addedP99Ms: 'added p99 ms',
  readyMs: 'ready ms',
  idleMb: 'idle MB',
  parkedMb: 'parked MB',
  shareOfSmall: 'share of small',
  stepUs: 'step us',
  turnUs: 'turn us',
  timesForeach: 'times foreach',
  timesShort: 'times short',
  peakPerSecond: 'peak a second',
  shareOfPeak: 'share of peak',
  acceptedPerSecond: 'accepted a second',
  refusedPerSecond: 'refused a second',
  normalAgainS: 'normal again s',
  listTokens: 'list',
  tokensPerTool: 'each tool',
  listWholeTokens: 'whole list',
  callTokens: 'five calls',
  conversationTokens: 'list and calls',
}

function isMet({ atLeast, atMost }: Goal, value: number): boolean {
  return (atLeast === undefined || value >= atLeast) && (atMost === undefined || value <= atMost)
}

function describe({ figure, atLeast, atMost, isMet }: Verdict): string {
  const bound = atLeast === undefined ? `<= ${format(atMost!)}` : `>= ${format(atLeast)}`
  return `${headings[figure] ?? figure} ${bound}: ${isMet ? 'met' : 'MISSED'}`
}

/** Three significant digits, thousands with a comma. */
function format(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en-US')
  return String(Number(value.toPrecision(3)))
}
