// The health of the servers that one thread calls: for each a breaker and figures, fed by the outcomes of its own calls.
// 1. What the server's actor found, down or up again, is taken over with the first call that sees it.
// 2. Only what tells of the server counts: not what it said about the arguments, nor a caller that left.
// 3. What is kept and reported of an error holds no secret.
import type { ToolResult } from '../../domain/tool.ts'
import { isLocal, type RegisteredServer } from '../../domain/tool-server.ts'
import { Breaker, type CallOutcome } from './breaker.ts'
import { CallFigures } from './call-figures.ts'
import type { HealthReports } from './health-reports.ts'

/** Servers that are watched at once; the one that was called first goes first. */
const watchedServers = 10_000
const reportEveryMs = 1_000
/** A call that was given less time than this says nothing when it runs out of it. */
const fairTimeoutMs = 1_000
/** Who was answered no longer than this before others found it down believes that it is up: their news may be late. */
const freshMs = 5_000

/** It did not answer, or could not. */
const noAnswer: ReadonlySet<string> = new Set(['unreachable', 'bad-tls', 'timeout', 'reset', 'server-failed'])
/** It answered at once, what nobody can use: counted, and no reason to call it no more. */
const wrongAnswer: ReadonlySet<string> = new Set(['bad-answer', 'bad-schema', 'redirect'])
/** Refusals on our side of the wire, and what a server asked for politely. */
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
  /** As it was seen last. */
  server: RegisteredServer
  /** When it last answered a call of this thread, Unix ms; 0: never. */
  answeredAt: number
}

interface WatchedCall {
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** The text of an organization with no secret in it. */
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

  /** Makes the call, unless the server is given up just now. */
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

/** The directory has a newer version of the server. */
function adopt(watched: Watched, server: RegisteredServer): void {
  const [before, after] = [watched.server.status, server.status]
  watched.server = server
  const isNews = watched.answeredAt < (server.lastCheckedAt ?? Date.now()) - freshMs
  if (before !== 'down' && after === 'down' && isNews) watched.breaker.trip(Date.now())
  else if (before === 'down' && after !== 'down') watched.breaker.relent()
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
