// Metrics of actors for Prometheus: the figures of the hosts (actors/host-figures.ts) and the load of the
// engine. Figures of hosts are from their last beat, at most a second old.
import { Counter, Gauge, type Registry } from 'prom-client'
import type { HostFigures } from '../../actors/host-figures.ts'
import type { Engine } from '../../runtime/engine.ts'
import { exposeHistogram } from './exposition.ts'

export function measureActors(registry: Registry, engine: Pick<Engine, 'load'>, figures: HostFigures): void {
  const registers = [registry]
  const { distributions } = figures
  for (const [name, help, distribution] of [
    ['actor_commit_duration_seconds', 'A commit to the journal', distributions.commitSeconds],
    ['actor_commit_size', 'Actors whose decisions were durable by one commit', distributions.commitActors],
    [
      'actor_host_loop_delay_seconds',
      'Longest delay of the event loop of a host, each second',
      distributions.loopSeconds,
    ],
    [
      'execution_queue_seconds',
      'From the acceptance of an execution until it began',
      distributions.queueSeconds,
    ],
  ] as const)
    exposeHistogram(registry, { name, help, read: () => [{ labels: {}, distribution }] })

  const perHost = (name: string, help: string, read: (slot: number) => number | undefined) =>
    new Gauge({
      ...{ name, help, registers, labelNames: ['host'] },
      collect() {
        engine.load.slots.forEach((_, host) => {
          this.set({ host }, read(host) ?? 0)
        })
      },
    })
  perHost('actor_mailbox_depth', 'Messages that wait in a host', host => engine.load.slots[host]?.queued)
  perHost(
    'actors_active',
    'Actors in the memory of a host; those that wait are rows',
    host => engine.load.slots[host]?.active,
  )
  perHost('actor_host_heap_bytes', 'Heap of the thread of a host', host => figures.heapBytes[host])

  const count = (name: string, help: string, read: () => number) =>
    new Counter({
      ...{ name, help, registers },
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  count('actor_host_restarts_total', 'Hosts that died and were replaced', () => engine.load.restarts)
  count(
    'actor_commits_lost_total',
    'Commits to the journal that failed; what they decided is decided again',
    () => figures.lost,
  )
  count('executions_started_total', 'Executions that were accepted, since the start', () => figures.started)
  new Counter({
    ...{ name: 'executions_ended_total', help: 'Executions that ended, by status', registers },
    labelNames: ['status'],
    collect() {
      this.reset()
      for (const status of ['completed', 'failed', 'cancelled'])
        this.inc({ status }, figures.ended[status] ?? 0)
    },
  })
}
