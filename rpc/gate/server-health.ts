// The health of the servers that one thread calls: a breaker and figures for each, fed by the outcomes of
// this thread's calls. Used by gate.ts.
// 1. What the server's actor finds (down, or up again) counts from the first call that sees it.
// 2. Only outcomes that say something about the server count: not its errors about arguments, nor a caller
//    that left.
// 3. Kept and reported errors hold no secret.
import type { ToolResult } from '../../domain/tools/tool.ts'
import { isLocal, type RegisteredServer } from '../../domain/tools/tool-server.ts'
import { Breaker, type CallOutcome } from './breaker.ts'
import { CallFigures } from './call-figures.ts'
import type { HealthReports } from './health-reports.ts'

/** Servers watched at once; past this the one that was called first goes. */
const watchedServers = 10_000
const reportEveryMs = 1_000
/** A timeout of a call with less time than this says nothing about the server. */
const fairTimeoutMs = 1_000
/**
 * News that the server is down may be late. A thread ignores it when the server answered within this time
 * before.
 */
const freshMs = 5_000

/** The server did not answer, or could not. */
const noAnswer: ReadonlySet<string> = new Set(['unreachable', 'bad-tls', 'timeout', 'reset', 'server-failed'])
/** It answered, and the answer is of no use. The figures count an error, but the breaker does not open. */
const wrongAnswer: ReadonlySet<string> = new Set(['bad-answer', 'bad-schema', 'redirect'])
/** Our own refusals, and requests of the server to slow down. */
const tellsNothing: ReadonlySet<string> = new Set([
  'aborted',
  'closed',
  'rate-limited',
  'tool-rate-limited',
  'unavailable',
  'refused-address',
  'bad-url',
  'bad-header',
  'unknown-credential',
  'credential-not-allowed',
  'credential-failed',
])

interface Watched {
  readonly breaker: Breaker
  readonly figures: CallFigures
  /** The latest version that this thread has seen. */
  server: RegisteredServer
  /** Its last answer to a call of this thread, Unix ms; 0: none. */
  answeredAt: number
}

interface WatchedCall {
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** A text without the secrets of the organization. */
export type Scrub = (organizationId: string, text: string) => Promise<string>

export class ServerHealth {
  readonly #reports: HealthReports | null
  readonly #scrub: Scrub
  readonly #watched = new Map<string, Watched>()
  #timer: NodeJS.Timeout | null = null

  constructor(reports: HealthReports | null, scrub: Scrub) {
    this.#reports = reports
    this.#scrub = scrub
  }

  /** Makes the call, unless the breaker is open. */
  async watch(
    server: RegisteredServer,
    call: WatchedCall,
    make: () => Promise<ToolResult>,
  ): Promise<ToolResult> {
    const watched = this.#of(server)
    const admission = watched.breaker.admit(Date.now())
    if (!admission.passes) return refusal(server, admission.retryAfterMs)
    const startedAt = performance.now()
    let outcome: CallOutcome = 'neither'
    let error: string | null = null
    try {
      const result = await make()
      outcome = outcomeOf(server, result, call)
      if (!result.ok && (outcome === 'failed' || wrongAnswer.has(result.error.code)))
        error = await this.#scrub(server.organizationId, result.error.message)
      return result
    } finally {
      if (outcome !== 'neither') watched.figures.count(performance.now() - startedAt, error, Date.now())
      this.#settle(watched, { outcome, error, isTrial: admission.isTrial })
    }
  }

  close(): void {
    if (this.#timer === null) return
    clearTimeout(this.#timer)
    this.#report()
  }

  #settle(
    watched: Watched,
    { outcome, error, isTrial }: { outcome: CallOutcome; error: string | null; isTrial: boolean },
  ): void {
    const { breaker, figures, server } = watched
    const now = Date.now()
    if (outcome === 'answered') watched.answeredAt = now
    const change = breaker.settle(outcome, isTrial, now)
    if (change !== null) figures.touch()
    if (change === 'open') this.#reports?.tripped(server, error ?? '')
    if (change === 'closed') this.#reports?.recovered(server)
    if (this.#reports === null || !figures.isNews) return
    this.#timer ??= setTimeout(() => this.#report(), reportEveryMs).unref()
  }

  #report(): void {
    this.#timer = null
    const now = Date.now()
    const rows = [...this.#watched]
      .filter(([, { figures }]) => figures.isNews)
      .map(([serverId, { figures, breaker }]) => ({ serverId, figures: figures.take(breaker.state, now) }))
    if (rows.length > 0) this.#reports!.figures(rows)
  }

  #of(server: RegisteredServer): Watched {
    const known = this.#watched.get(server.id)
    if (known === undefined || known.server.url !== server.url) return this.#begin(server)
    if (known.server !== server) adopt(known, server)
    return known
  }

  #begin(server: RegisteredServer): Watched {
    const watched = { breaker: new Breaker(), figures: new CallFigures(Date.now()), server, answeredAt: 0 }
    if (server.status === 'down') watched.breaker.doubt()
    if (this.#watched.size >= watchedServers) this.#watched.delete(this.#watched.keys().next().value!)
    this.#watched.set(server.id, watched)
    return watched
  }
}

/** Takes over a newer version of the server from the directory. */
function adopt(watched: Watched, server: RegisteredServer): void {
  const [before, after] = [watched.server.status, server.status]
  watched.server = server
  const isNews = watched.answeredAt < (server.lastCheckedAt ?? Date.now()) - freshMs
  if (before !== 'down' && after === 'down' && isNews) watched.breaker.trip(Date.now())
  else if (before === 'down' && after !== 'down') watched.breaker.allowTrial()
}

function outcomeOf(
  server: RegisteredServer,
  result: ToolResult,
  { timeoutMs, signal }: WatchedCall,
): CallOutcome {
  if (result.ok) return 'answered'
  const { code } = result.error
  if (signal.aborted || tellsNothing.has(code)) return 'neither'
  if (code === 'timeout' && timeoutMs < fairTimeoutMs) return 'neither'
  return noAnswer.has(code) && !isLocal(server) ? 'failed' : 'answered'
}

function refusal({ name, error }: RegisteredServer, retryAfterMs: number): ToolResult {
  const why = error === null ? 'its last calls failed' : error
  const message = `tool server "${name}" is down and was not called: ${why}`
  return { ok: false, error: { code: 'tool-server-down', message, retryable: true, retryAfterMs } }
}
