// What a run prints at its end.
import { stringify } from 'yaml'
import { kindOf } from './groups.ts'
import type { Cost, Failure, Results } from './results.ts'

/** Lines of diagnostics that are shown of one failure. */
const shown = 60

export function failureText({ file, title, diagnostics }: Failure): string {
  const said = diagnostics ? stringify(diagnostics, { lineWidth: 0 }).trimEnd().split('\n') : []
  const lines = said.slice(0, shown).map(line => `    ${line.slice(0, 300)}`)
  return [`not ok ${file}`, `  ${title.slice(0, 2_000)}`, ...lines].join('\n')
}

/** The last line of every run. */
export function summaryOf({ passed, failures }: Results): string {
  return `${passed} passed, ${failures.length} failed`
}

/** The slowest files, and processor time by kind, in seconds. */
export function costTable(costs: readonly Cost[]): string {
  const seconds = (each: readonly Cost[], of: 'seconds' | 'processor') =>
    each
      .reduce((sum, cost) => sum + cost[of], 0)
      .toFixed(1)
      .padStart(8)
  const row = (name: string, each: readonly Cost[]) =>
    `${seconds(each, 'seconds')}  ${seconds(each, 'processor')}  ${name}`
  const slowest = costs.toSorted((a, b) => b.seconds - a.seconds).slice(0, 20)
  const kinds = [...Map.groupBy(costs, ({ file }) => kindOf(file))].sort(
    ([, a], [, b]) => Number(seconds(b, 'processor')) - Number(seconds(a, 'processor')),
  )
  return [
    ' seconds  processor  the 20 slowest files',
    ...slowest.map(cost => row(cost.file, [cost])),
    '',
    ' seconds  processor  kind',
    ...kinds.map(([kind, each]) => row(`${kind}, ${each.length} files`, each)),
    row('all', costs),
  ].join('\n')
}
