// The kind of tool servers, which hosted.ts makes for actors/host.ts: opens the behavior, probes the server
// and publishes its row in the host's thread.
// 1. A probe that finds nothing new pauses and asks again, so it writes nothing to the journal. So the actor
//    of an enabled server stays in memory (docs/decisions/017).
// 2. A probe begins only when the previous probe of the same server has ended.

import { notFound } from '../../domain/failure.ts'
import { prefixes } from '../../domain/ids.ts'
import { jitterOf } from '../../domain/plan/retry.ts'
import { downPauseMs, intervalMs, probeBounds, refreshPauseMs } from '../../domain/tools/probe.ts'
import type { Publication } from '../../domain/tools/server-tool.ts'
import { listPinOf } from '../../domain/tools/tool-pin.ts'
import type { ServerSetting } from '../../domain/tools/tool-server.ts'
import type {
  Listened,
  ListenOptions,
  Listing,
  ListOptions,
  RemoteTarget,
} from '../../rpc/remote/remote-server.ts'
import type { ActorKind, Outside } from '../../runtime/actor.ts'
import { askUntilAnswered } from '../ask-until-answered.ts'
import { tenantOf } from '../tenant.ts'
import { toolServer } from './behavior.ts'
import { type Listener, listenTo } from './listening.ts'
import {
  type Event,
  type Message,
  type ProbeEffect,
  type PublishEffect,
  type State,
  stateVersion,
  type ToolServerEffect,
} from './protocol.ts'

export interface ToolServerParts {
  /** Asks the server for its tools, or looks them up when it runs in this process. */
  readonly list: (setting: ServerSetting, target: RemoteTarget, options: ListOptions) => Promise<Listing>
  /** Hears that the tools of a server have changed, until its stream ends. Absent: nobody listens. */
  readonly listen?: (setting: ServerSetting & RemoteTarget, options: ListenOptions) => Promise<Listened>
  /** Writes the row, unless it is gone or newer; resolves when every thread has been told. */
  readonly publish: (publication: Publication) => Promise<void>
  /** Notes a probe that found nothing new. @returns false when the row is gone */
  readonly noteCheck: (organizationId: string, id: string) => Promise<boolean>
  /** Pause between two probes of a server that is up. */
  readonly refreshMs: number
  /** Unix ms. */
  readonly now: () => number
}

export type ToolServerKind = ActorKind<Message, Event, State, ToolServerEffect, never>

export function toolServerKind(parts: ToolServerParts): ToolServerKind {
  /** The latest probe of each server. A new probe waits until the aborted one before it has ended. */
  const probes = new Map<string, Promise<Message | null>>()

  async function probeAfter(address: string, effect: ProbeEffect, outside: Outside): Promise<Message | null> {
    await probes.get(address)
    return probe(parts, effect, outside)
  }

  function perform(address: string, effect: ToolServerEffect, outside: Outside): Promise<Message | null> {
    if (effect.type === 'publish') return publish(parts, effect, outside)
    const probing = probeAfter(address, effect, outside).finally(() => {
      if (probes.get(address) === probing) probes.delete(address)
    })
    probes.set(address, probing)
    return probing
  }

  return {
    prefix: prefixes.toolServer,
    alarm: { type: 'alarm' },
    poisoned: reason => ({ type: 'poison', reason }),
    tenantOf,
    snapshots: { version: stateVersion, open: () => toolServer },
    open(_address, beginning) {
      const first = 'event' in beginning ? beginning.event : beginning.message
      if (first.type !== 'set') throw notFound('tool server')
      return toolServer
    },
    perform,
  }
}

/** Probes until there is a difference to report. */
async function probe(parts: ToolServerParts, effect: ProbeEffect, outside: Outside): Promise<Message | null> {
  const listener = listenTo(parts, effect, outside)
  try {
    return await probeAgain(parts, effect, outside, listener)
  } finally {
    listener.close()
  }
}

async function probeAgain(
  parts: ToolServerParts,
  effect: ProbeEffect,
  outside: Outside,
  listener: Listener,
): Promise<Message | null> {
  const { isDue, setting } = effect
  let { protocolAt } = effect
  for (let attempt = isDue ? 0 : 1; !outside.signal.aborted; attempt++) {
    if (attempt > 0) await listener.pause(pauseBefore(parts, effect, attempt))
    if (outside.signal.aborted) return null
    const found = await look(parts, { ...effect, protocolAt }, outside)
    if (found !== null || isDue) return found
    // The probe has confirmed the protocol of the server.
    if (!effect.isDown) protocolAt = parts.now()
    const isThere = await askUntilAnswered(outside, () => parts.noteCheck(setting.organizationId, setting.id))
    if (isThere === false) return { type: 'remove' }
  }
  return null
}

function pauseBefore(
  { refreshMs }: ToolServerParts,
  { setting, round, isDown, trips, ttlMs }: ProbeEffect,
  attempt: number,
): number {
  const random = jitterOf(`${setting.id} ${round} ${attempt}`)
  return isDown
    ? downPauseMs(attempt - 1 + trips, refreshMs, random)
    : refreshPauseMs(intervalMs(ttlMs, refreshMs), random)
}

/** Looks at the server once. @returns null when nothing has changed */
async function look(parts: ToolServerParts, effect: ProbeEffect, outside: Outside): Promise<Message | null> {
  const { isDue, isDown, round, listPin } = effect
  let listing = await list(parts, effect, outside)
  if (!listing.ok && !isDue && !isDown) {
    await outside.pause(probeBounds.secondLookMs)
    if (outside.signal.aborted) return null
    listing = await list(parts, effect, outside)
  }
  if (!listing.ok)
    return isDown && !isDue ? null : { type: 'unreachable', round, error: listing.error.message }
  const { protocol, tools, refused, ttlMs } = listing
  const isAsWas = !isDue && !isDown && listPinOf(tools, refused) === listPin
  return isAsWas ? null : { type: 'listed', round, protocol, tools, refused, ttlMs }
}

function list(
  parts: ToolServerParts,
  { setting, protocol, protocolAt, isDown, isDue }: ProbeEffect,
  { signal }: Outside,
): Promise<Listing> {
  const timeoutMs = isDown && !isDue ? probeBounds.downTimeoutMs : probeBounds.listTimeoutMs
  const target = { ...setting, protocol, protocolAt }
  return parts.list(setting, target, { timeoutMs, signal, isAnew: isDue })
}

async function publish(
  { publish }: ToolServerParts,
  { version, publication }: PublishEffect,
  outside: Outside,
): Promise<Message | null> {
  const done = await askUntilAnswered(outside, async () => {
    await publish(publication)
    return true
  })
  return done === null ? null : { type: 'published', version }
}
