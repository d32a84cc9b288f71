// Executions and compute units by day: two charts, and a table of the same.
import { Empty } from '../../../parts/notes.tsx'
import { Card } from '../../../parts/page.tsx'
import { dayOf, numberText } from '../../../parts/time.tsx'
import { words } from '../../../words/settings/usage.ts'
import { BarChart } from './bar-chart.tsx'
import { type Bar, barsOf, type DayRange, type DayUsage } from './range.ts'

const head = 'px-3 py-1.5 text-xs font-medium text-dim'
const figure = 'px-3 py-1 text-end'

export function UsageDays({ rows, range }: { readonly rows: readonly DayUsage[]; readonly range: DayRange }) {
  const bars = barsOf(rows, range)
  const title = bars.some(({ days }) => days > 1) ? words.chartWeeks : words.chart
  if (bars.every(({ executions, cu }) => executions + cu === 0))
    return (
      <div className="mb-8">
        <Empty title={words.nothing}>{words.nothingHint}</Empty>
      </div>
    )
  return (
    <div className="mb-8 flex flex-col gap-4">
      <div className="grid gap-4 xl:grid-cols-2">
        <Card>
          <BarChart
            title={title(words.runs)}
            bars={bars}
            amountOf={bar => bar.executions}
            labelOf={labelOf}
          />
        </Card>
        <Card>
          <BarChart title={title(words.cu)} bars={bars} amountOf={bar => bar.cu} labelOf={labelOf} />
        </Card>
      </div>
      <details className="rounded-lg border bg-raised">
        <summary className="px-4 py-2 text-sm">{words.asTable}</summary>
        <div
          className="max-h-96 overflow-y-auto border-t"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
          tabIndex={0}
          role="region"
          aria-label={words.asTable}
        >
          <table className="w-full text-sm">
            <thead className="sticky top-0 bg-sunken">
              <tr>
                <th scope="col" className={`${head} text-start`}>
                  {words.day}
                </th>
                <th scope="col" className={`${head} text-end`}>
                  {words.runs}
                </th>
                <th scope="col" className={`${head} text-end`}>
                  {words.cu}
                </th>
              </tr>
            </thead>
            <tbody>
              {bars.map(bar => (
                <tr key={bar.day} className="border-t">
                  <th scope="row" className="px-3 py-1 text-start font-normal">
                    {labelOf(bar)}
                  </th>
                  <td className={figure}>{numberText(bar.executions)}</td>
                  <td className={figure}>{numberText(bar.cu)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </div>
  )
}

/** The day in UTC is the same day everywhere: its noon here has its date. */
function labelOf({ day, days }: Bar): string {
  const text = dayOf(new Date(`${day}T12:00:00`).getTime())
  return days > 1 ? words.weekOf(text) : text
}
