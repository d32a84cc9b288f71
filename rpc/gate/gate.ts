// The gate between the hub and the tools of registered servers: disabled and quarantined tools, approvals of
// calls, rates, deadlines, and the breaker of each server. One per hub, in memory: a call costs no message
// and no query. It reports what it finds out about the servers (health-reports.ts).

import { Failure } from '../../domain/failure.ts'
import type { StepErrorCode } from '../../domain/tools/failures/step-errors.ts'
import { offeredName, type ToolDefinition, type ToolResult } from '../../domain/tools/tool.ts'
import type { RegisteredServer } from '../../domain/tools/tool-server.ts'
import {
  asksApproval,
  effectiveSetting,
  noControls,
  type ToolControls,
  type ToolDefaults,
  type WithheldTool,
  withheldReason,
} from '../../domain/tools/tool-settings.ts'
import type { HealthReports } from './health-reports.ts'
import { type Scrub, ServerHealth } from './server-health.ts'
import type { ToolRates } from './tool-rates.ts'

/** Codes with which the gate refuses a call before it is made. */
export const gateCodes: ReadonlySet<string> = new Set([
  'tool-off',
  'tool-quarantined',
  'tool-removed',
  'approval-required',
  'tool-rate-limited',
  'tool-server-down',
])

export interface GateParts {
  /** Null: no reports. */
  readonly reports: HealthReports | null
  /** Null: no rate limits. */
  readonly rates: ToolRates | null
  /** Takes secrets out of reports. */
  readonly scrub: Scrub
}

/** What the gate looks at in a call. */
export interface GatedCall {
  /** Somebody has approved this very call. */
  readonly approved?: boolean
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

export class Gate {
  readonly #health: ServerHealth
  readonly #rates: ToolRates | null

  constructor({ reports, rates, scrub }: GateParts) {
    this.#health = new ServerHealth(reports, scrub)
    this.#rates = rates
  }

  /** Why nobody can call this tool, which the server has or had; null when it is callable. */
  withheld(server: RegisteredServer, name: string): ToolResult | null {
    const { withheld } = indexOf(server)
    if (withheld.size === 0) return null
    const status = withheld.get(name)
    if (status === undefined) return null
    return refused(`tool-${status}`, withheldReason(offeredName({ server: server.slug, name }), status))
  }

  /** @param send makes the call; gets its timeout */
  pass(
    server: RegisteredServer,
    tool: ToolDefinition,
    call: GatedCall,
    send: (timeoutMs: number) => Promise<ToolResult>,
  ): Promise<ToolResult> {
    const { approval, rate, timeoutMs } = settingOf(server, tool.name)
    if (call.approved !== true && asksApproval(approval, tool))
      return Promise.resolve(approvalRequired(server, tool))
    const limitMs = timeoutMs === null ? call.timeoutMs : Math.min(timeoutMs, call.timeoutMs)
    const make = () => send(limitMs)
    const makeInRate = async (perMinute: number) =>
      (await this.#overRate(server, tool, perMinute)) ?? (await make())
    const watched = { signal: call.signal, timeoutMs: limitMs }
    return this.#health.watch(server, watched, rate === null ? make : () => makeInRate(rate.perMinute))
  }

  /** Sends the last reports. */
  close(): void {
    this.#health.close()
  }

  async #overRate(
    server: RegisteredServer,
    { name }: ToolDefinition,
    perMinute: number,
  ): Promise<ToolResult | null> {
    if (this.#rates === null) return null
    try {
      const retryAfterMs = await this.#rates.take(server.id, name, perMinute, Date.now())
      if (retryAfterMs === 0) return null
      const message = `${offeredName({ server: server.slug, name })} may be called ${perMinute} times a minute: that many calls were made in this one`
      return { ok: false, error: { code: 'tool-rate-limited', message, retryable: true, retryAfterMs } }
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      return { ok: false, error: { code: error.code, message: error.message, retryable: true } }
    }
  }
}

/** Settings and withheld tools by name. Made once for each version of a server. */
interface Index {
  readonly withheld: ReadonlyMap<string, WithheldTool['status']>
  readonly settings: Map<string, ToolDefaults>
}

const indexes = new WeakMap<ToolControls, Index>()

function indexOf({ controls = noControls }: RegisteredServer): Index {
  let index = indexes.get(controls)
  if (index === undefined) {
    const { defaults, settings, withheld } = controls
    index = {
      withheld: new Map(withheld.map(({ name, status }) => [name, status])),
      settings: new Map(settings.map(own => [own.name, effectiveSetting(defaults, own)])),
    }
    indexes.set(controls, index)
  }
  return index
}

function settingOf(server: RegisteredServer, name: string): ToolDefaults {
  return indexOf(server).settings.get(name) ?? (server.controls ?? noControls).defaults
}

function approvalRequired(server: RegisteredServer, { name }: ToolDefinition): ToolResult {
  const offered = offeredName({ server: server.slug, name })
  const message = `each call of ${offered} has to be approved: call it in a workflow, whose execution asks for the approval (POST /api/v1/approvals/:id decides it), or have an admin change the tool's approval mode`
  return refused('approval-required', message)
}

function refused(code: StepErrorCode, message: string): ToolResult {
  return { ok: false, error: { code, message, retryable: false } }
}
