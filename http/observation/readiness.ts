// Whether the service is ready for work, behind GET /readyz. It checks everything that requests depend on,
// and names what does not answer. Anybody may call it at any rate: callers at the same time share one run of
// the checks.
import { setTimeout as delay } from 'node:timers/promises'
import { Failure } from '../../domain/failure.ts'

/**
 * Returns or resolves when the check passes.
 * @throws {Failure} what is wrong, in words that a stranger may read
 */
export type Check = () => void | Promise<void>

export type Readiness = () => Promise<ReadinessReport>

export interface ReadinessReport {
  readonly ready: boolean
  /** By the name of the check: `ok`, or what is wrong. */
  readonly checks: Readonly<Record<string, string>>
}

/** @param deadlineMs a check that has not answered by then counts as failed */
export function createReadiness(checks: Readonly<Record<string, Check>>, deadlineMs = 2_000): Readiness {
  let running: Promise<ReadinessReport> | null = null

  async function runAll(): Promise<ReadinessReport> {
    const outcomes = await Promise.all(
      Object.entries(checks).map(
        async ([name, check]) => [name, await outcomeOf(check, deadlineMs)] as const,
      ),
    )
    return {
      ready: outcomes.every(([, outcome]) => outcome === 'ok'),
      checks: Object.fromEntries(outcomes),
    }
  }

  return () => {
    running ??= runAll().finally(() => {
      running = null
    })
    return running
  }
}

async function outcomeOf(check: Check, deadlineMs: number): Promise<string> {
  const timer = new AbortController()
  const deadline = delay(deadlineMs, `no answer within ${deadlineMs} ms`, { signal: timer.signal })
  // Cancelled when the check answers first; nobody waits for it then.
  deadline.catch(() => {})
  try {
    return await Promise.race([answerOf(check), deadline])
  } finally {
    timer.abort()
  }
}

async function answerOf(check: Check): Promise<string> {
  try {
    await check()
    return 'ok'
  } catch (error) {
    return error instanceof Failure ? error.message : 'failed'
  }
}
