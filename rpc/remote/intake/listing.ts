// tools/list of a server, page by page, and the protocol that it answered in. Called when a server is
// registered, by its actor, and after a header mismatch.
import { spentBy } from '../../../domain/budgets/budget.ts'
import { isObject, type JsonObject } from '../../../domain/json.ts'
import type { ServerAbout } from '../../../domain/tools/server-about.ts'
import type { ToolDefinition } from '../../../domain/tools/tool.ts'
import type { RefusedTool, ToolServerProtocol } from '../../../domain/tools/tool-server.ts'
import { systemClock } from '../../../runtime/clock.ts'
import type { RemoteChannel } from '../channel.ts'
import { oldTransport } from '../explained.ts'
import { type Failed, type Fault, fault } from '../reply.ts'
import { withRetries } from '../retrying.ts'
import type { RemoteTarget, Sending } from '../target.ts'
import { listBounds, ToolIntake } from './tool-intake.ts'

/** All tools of a server that can be offered. */
export interface Listed {
  readonly ok: true
  /** The caller keeps it with the server, so that the next call needs no trial. */
  readonly protocol: ToolServerProtocol
  readonly tools: readonly ToolDefinition[]
  readonly refused: readonly RefusedTool[]
  /** For how long the server says that the list is valid; null when it says nothing. */
  readonly ttlMs: number | null
  /** What the server says of itself; null or absent when it said nothing to this thread. */
  readonly about?: ServerAbout | null
}

/** Some 5 ms. */
const portionUnits = 100_000

/** An older finding is tried again: servers learn newer protocols. */
const verdictMs = 24 * 60 * 60 * 1_000

/** Lists the tools. A server that answers no request of ours is looked at once more: it may be too old. */
export async function listTools(
  channel: RemoteChannel,
  sending: Sending,
  isAnew: boolean,
): Promise<Listed | Failed> {
  const listed = await listInProtocol(channel, sending, isAnew)
  if (!('type' in listed) || !hasOtherAddress.has(listed.status)) return listed
  return (await channel.speaksOldTransport(sending)) ? oldTransport() : listed
}

/** Statuses of a server that takes requests elsewhere. */
const hasOtherAddress: ReadonlySet<number | null> = new Set([400, 404, 405, 406, 415])

/**
 * Lists in the known protocol. Runs a trial when none is known, when the finding is old, and when the server
 * refuses.
 */
async function listInProtocol(
  channel: RemoteChannel,
  sending: Sending,
  isAnew: boolean,
): Promise<Listed | Failed> {
  const { target } = sending
  const known = isAnew || isOld(target) ? null : channel.protocolOf(target)
  const first = known === null ? null : await listPages(channel, known, sending)
  if (first !== null && !('type' in first)) return first
  if (first !== null && !mayNeedOtherProtocol(first)) return first
  const verdict = await channel.find(sending)
  if (verdict.type !== 'protocol') return first ?? verdict
  if (first !== null && verdict.protocol === known) return first
  return listPages(channel, verdict.protocol, sending)
}

function isOld({ protocolAt }: RemoteTarget): boolean {
  return protocolAt != null && Date.now() - protocolAt > verdictMs
}

/** False for a server that is out of reach or has a failure of its own. */
function mayNeedOtherProtocol(failed: Failed): boolean {
  if (failed.type === 'rpc-error') return true
  return failed.status !== null && failed.status >= 400 && !failed.error.retryable
}

async function listPages(
  channel: RemoteChannel,
  protocol: ToolServerProtocol,
  sending: Sending,
): Promise<Listed | Failed> {
  const intake = new ToolIntake(protocol)
  const cursors = new Set<string>()
  let params: JsonObject = {}
  let ttlMs: number | null = null
  for (let page = 0; page < listBounds.pages; page++) {
    const request = { ...sending, method: 'tools/list', params }
    const reply = await withRetries(sending, () => channel.askIn(protocol, request))
    if (reply.type !== 'result') return reply
    const result = isObject(reply.result) ? reply.result : {}
    const { tools, nextCursor } = result
    if (!Array.isArray(tools)) return badList('without a list `tools`')
    await takeAll(intake, tools)
    ttlMs = shorter(ttlMs, result['ttlMs'])
    // Some servers write an empty cursor where there is no next page.
    if (typeof nextCursor !== 'string' || nextCursor === '' || intake.isFull) break
    if (cursors.has(nextCursor))
      return badList('with a cursor that it had given before: its pages go in a circle')
    cursors.add(nextCursor)
    params = { cursor: nextCursor }
    if (page + 1 === listBounds.pages) intake.cutOff()
  }
  const about = protocol === 'plain' ? null : channel.aboutOf(sending.target)
  return { ok: true, protocol, tools: intake.tools, refused: intake.refused, ttlMs, about }
}

/** In portions, between which this thread has its other work done: each schema is compiled. */
async function takeAll(intake: ToolIntake, tools: readonly unknown[]): Promise<void> {
  let spent = 0
  for (const tool of tools) {
    spent += spentBy(() => intake.take(tool))
    if (spent < portionUnits) continue
    spent = 0
    await new Promise<void>(resolve => systemClock.soon(resolve))
  }
}

function badList(how: string): Fault {
  return fault('bad-answer', `answered tools/list ${how}`)
}

function shorter(known: number | null, ttlMs: unknown): number | null {
  if (typeof ttlMs !== 'number' || !(ttlMs >= 0)) return known
  return Math.min(known ?? Number.MAX_SAFE_INTEGER, ttlMs)
}
