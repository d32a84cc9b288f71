// How long a cancel takes: from the moment it is accepted here until the end of the execution is durable, which is when
// its actor answers. Costs nothing to requests that cancel nothing.
import { Histogram, type Registry } from 'prom-client'
import type { ExecutionClient } from '../actors/execution/client.ts'
import type { Execution } from '../domain/execution.ts'
import { Failure } from '../domain/failure.ts'
import { type Clock, systemClock } from '../runtime/clock.ts'

/** Up to the bound of the promise (1 s), and past it. */
const bucketsSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** The same client, whose cancels are measured. */
export function measureCancels(
  runs: ExecutionClient,
  registry: Registry,
  clock: Pick<Clock, 'now'> = systemClock,
): ExecutionClient {
  const latency = new Histogram({
    name: 'execution_cancel_seconds',
    help: 'From the acceptance of a cancel to the durable end of the execution',
    buckets: bucketsSeconds,
    registers: [registry],
  })
  async function cancel(organizationId: string, id: string): Promise<string> {
    const acceptedAt = clock.now()
    const observe = () => latency.observe((clock.now() - acceptedAt) / 1_000)
    try {
      const answer = await runs.cancel(organizationId, id)
      const { finishedAt } = JSON.parse(answer) as Execution
      // What had been cancelled before is answered as it is.
      if (finishedAt !== null && finishedAt >= acceptedAt) observe()
      return answer
    } catch (error) {
      // No answer in time: the slowest are not to be missing.
      if (error instanceof Failure && error.code === 'unavailable') observe()
      throw error
    }
  }

  return { ...runs, cancel }
}
