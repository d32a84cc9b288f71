// Chaos for so many seconds, judged.
import type { Test } from 'tap'
import { Chaos, type ChaosOptions } from './chaos.ts'
import type { FaultGroup } from './nemesis.ts'
import { type Report, table } from './report.ts'

/**
 * `npm run chaos` judges how fast something is: here other tests share the machine. That no step begins after
 * a cancel is judged here too, by the order of the journal: "nothing follows the end" and "no call before its
 * step has begun".
 */
const timed = ['reads answer within', 'no call starts after an acknowledged cancel']

/** @param more of the options, where a slice is not like the rest */
export async function holdUnderFaults(
  t: Test,
  seconds: number,
  groups: readonly FaultGroup[],
  more: Pick<ChaosOptions, 'kinds'> = {},
): Promise<Report> {
  const chaos = new Chaos({
    ...more,
    seconds,
    seed: 20_261_121,
    groups,
    areToolsApart: true,
    rate: 15,
    say: line => t.comment(line),
  })
  t.teardown(() => chaos.stop())
  const report = await chaos.run()
  t.comment(table(report))
  t.strictSame(
    report.cases.filter(said => !timed.some(law => said.startsWith(law))),
    [],
  )
  return report
}
