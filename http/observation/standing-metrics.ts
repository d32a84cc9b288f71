// Metrics of what waits in the database. It is asked at a scrape, at most once in five seconds. When it does
// not answer, only these figures are missing.
import { Gauge, type Registry } from 'prom-client'
import { type Clock, systemClock } from '../../runtime/clock.ts'
import type { Standing } from '../../storage/standing.ts'

const keptMs = 5_000

export function measureStanding(
  registry: Registry,
  readNow: () => Promise<Standing>,
  clock: Pick<Clock, 'now'> = systemClock,
): void {
  let kept: { at: number; standing: Promise<Standing | null> } | null = null
  const current = () => {
    if (kept === null || clock.now() - kept.at > keptMs)
      kept = { at: clock.now(), standing: readNow().catch(() => null) }
    return kept.standing
  }
  const registers = [registry]

  new Gauge({
    ...{
      name: 'executions_current',
      help: 'Executions that are queued or running, as of 5 s ago at most',
      registers,
    },
    labelNames: ['status'],
    async collect() {
      this.reset()
      const standing = await current()
      if (standing === null) return
      this.set({ status: 'queued' }, standing.queued)
      this.set({ status: 'running' }, standing.running)
    },
  })
  const single = (name: string, help: string, read: (standing: Standing) => number) =>
    new Gauge({
      ...{ name, help, registers },
      async collect() {
        const standing = await current()
        if (standing === null) this.remove()
        else this.set(read(standing))
      },
    })
  single('approvals_pending', 'Approvals that nobody has decided yet', it => it.pendingApprovals)
  single('approval_oldest_pending_seconds', 'Age of the oldest approval that is pending; 0 for none', it =>
    it.oldestApprovalAt === null ? 0 : Math.max(0, clock.now() - it.oldestApprovalAt) / 1_000,
  )
}
