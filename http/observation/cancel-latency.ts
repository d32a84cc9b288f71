// Measures how long a cancel takes: from its request until the end of the execution is durable, which is when
// the actor answers. Other requests cost nothing.
import { Histogram, type Registry } from 'prom-client'
import type { ExecutionClient } from '../../actors/execution/client.ts'
import { Failure } from '../../domain/failure.ts'
import type { Execution } from '../../domain/work/execution.ts'
import { type Clock, systemClock } from '../../runtime/clock.ts'

/** Below and above the promised bound of 1 s. */
const bucketsSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** The same client, with its cancels measured. */
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
      // An execution that was cancelled before answers at once, and is not measured.
      if (finishedAt !== null && finishedAt >= acceptedAt) observe()
      return answer
    } catch (error) {
      // No answer in time: counted, because the slowest must not be missing.
      if (error instanceof Failure && error.code === 'unavailable') observe()
      throw error
    }
  }

  return { ...runs, cancel }
}
