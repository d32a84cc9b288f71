// docs/reference/metrics.md: what /metrics tells, read from a registry that is filled as in main/services.ts.
import type { ExecutionClient } from '../../actors/execution/client.ts'
import { HostFigures } from '../../actors/host-figures.ts'
import { measureActors } from '../../http/observation/actor-metrics.ts'
import { measureCancels } from '../../http/observation/cancel-latency.ts'
import { clusterState, measureCluster } from '../../http/observation/cluster-state.ts'
import { createMetrics } from '../../http/observation/metrics.ts'
import { measureStanding } from '../../http/observation/standing-metrics.ts'
import { measureWebhookLag } from '../../http/observation/webhook-lag.ts'
import type { System } from '../../runtime/system/system.ts'
import { code, page, table } from './markdown.ts'

export async function metricsPage(): Promise<string> {
  const all = await measured()
  const own = all.filter(({ name }) => !/^(process|nodejs)_/.test(name))
  const rows = own.map(({ name, type, labels, help }) => [
    code(name),
    type,
    labels.map(code).join(', '),
    help,
  ])
  return page(
    'Metrics',
    'the prom-client metrics of http/',
    `\`/metrics\` is in the text format of Prometheus. It wants \`METRICS_TOKEN\` as a bearer token, or a request from this machine when that is not set. Figures of hosts
are a second old at most.`,
    table(
      ['metric', 'type', 'labels', 'meaning'],
      rows.sort(([a = ''], [b = '']) => a.localeCompare(b)),
    ),
    'Beside them stand the usual figures of the process: `process_*` and `nodejs_*`, among them `nodejs_eventloop_lag_*` of the main thread.',
  )
}

interface Described {
  readonly name: string
  readonly type: string
  readonly help: string
  readonly labels: readonly string[]
}

/** One host and one request stand for all, so that the labels of every metric are seen. */
async function measured(): Promise<Described[]> {
  const { registry, observe } = createMetrics(null)
  const load = { slots: [{ queued: 0, active: 0 }], restarts: 0 } as unknown as System['load']
  measureActors(registry, { load }, new HostFigures())
  const standing = { queued: 0, running: 0, pendingApprovals: 0, oldestApprovalAt: null }
  measureStanding(registry, async () => standing)
  measureWebhookLag(registry, { oldestPending: async () => null })
  measureCancels({} as ExecutionClient, registry)
  measureCluster(registry, clusterState(null, ''))
  observe(null, 200, { receivedAt: 0 })
  const metrics = (await registry.getMetricsAsJSON()) as unknown as Measured[]
  return metrics.map(({ name, help, type, values }) => {
    const labels = new Set(values.flatMap(value => Object.keys(value.labels)))
    return { name, type, help, labels: [...labels].filter(label => label !== 'le') }
  })
}

interface Measured extends Omit<Described, 'labels'> {
  readonly values: readonly { readonly labels: Readonly<Record<string, string | number>> }[]
}
