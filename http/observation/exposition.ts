// Our own histograms in the text format of Prometheus. Those of prom-client look up a map of labels at every
// observation; ours count into an array, and build the labels at a scrape.
import type { Metric, Registry } from 'prom-client'
import type { Distribution } from '../../runtime/process/histogram.ts'

type Labels = Readonly<Record<string, string | number>>

export interface Exposed {
  readonly labels: Labels
  readonly distribution: Distribution & { readonly bounds: readonly number[] }
}

export interface HistogramFamily {
  readonly name: string
  readonly help: string
  /** Called at every scrape. */
  readonly read: () => Iterable<Exposed>
}

interface Sample {
  readonly metricName: string
  readonly labels: Labels
  readonly value: number
}

export function exposeHistogram(registry: Registry, { name, help, read }: HistogramFamily): void {
  const get = async () => {
    const values: Sample[] = []
    for (const { labels, distribution } of read()) append(values, name, labels, distribution)
    return { name, help, type: 'histogram', values, aggregator: 'sum' }
  }
  // The part of a metric that the registry uses; its type lists the classes of prom-client only.
  registry.registerMetric({ name, help, get, reset() {} } as unknown as Metric)
}

/** Buckets are cumulative: each counts what is at most its bound. */
function append(
  values: Sample[],
  name: string,
  labels: Labels,
  { bounds, counts, sum }: Exposed['distribution'],
) {
  let total = 0
  const bucket = (le: string | number) =>
    values.push({ metricName: `${name}_bucket`, labels: { ...labels, le }, value: total })
  for (const [range, bound] of bounds.entries()) {
    total += counts[range]!
    bucket(bound)
  }
  total += counts[bounds.length]!
  bucket('+Inf')
  values.push({ metricName: `${name}_sum`, labels, value: sum })
  values.push({ metricName: `${name}_count`, labels, value: total })
}
