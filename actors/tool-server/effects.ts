// Where a tool server's actor meets the world: it asks the server for its tools, again and again, and writes the row that
// everybody else reads. Runs in a host thread; what comes of it returns as a message.
// A probe that finds nothing new says nothing, so that it leaves nothing in the journal: it pauses and asks again, for as
// long as it is owed. So the actor of a server that is switched on stays in memory (docs/decisions/017).

import { notFound } from '../../domain/failure.ts'
import { prefixes } from '../../domain/ids.ts'
import { downPauseMs, intervalMs, probeBounds, refreshPauseMs } from '../../domain/probe.ts'
import { jitterOf } from '../../domain/retry.ts'
import type { Publication } from '../../domain/server-tool.ts'
import { listPinOf } from '../../domain/tool-pin.ts'
import type { ServerSetting } from '../../domain/tool-server.ts'
import type { Listing, ListOptions, RemoteTarget } from '../../rpc/remote/remote-server.ts'
import type { ActorKind, Outside } from '../../runtime/actor.ts'
import { patiently } from '../patiently.ts'
import { toolServer } from './behavior.ts'
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
  /** What the server offers now: asks it, or looks it up where the server is part of this process. */
  readonly list: (setting: ServerSetting, target: RemoteTarget, options: ListOptions) => Promise<Listing>
  /** Writes the row, unless it is gone or newer; resolves when every thread has been told. */
  readonly publish: (publication: Publication) => Promise<void>
  /** The server was asked, and there is nothing to say. @returns false when its row is gone */
  readonly noteCheck: (organizationId: string, id: string) => Promise<boolean>
  /** Between two looks at a server that is up. */
  readonly refreshMs: number
  /** Unix ms. */
  readonly now: () => number
}

export type ToolServerKind = ActorKind<Message, Event, State, ToolServerEffect, never>

export function toolServerKind(parts: ToolServerParts): ToolServerKind {
  /** The latest probe of each server. One that was overtaken has been told to end, and the next waits until it has. */
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
    parked: reason => ({ type: 'park', reason }),
    snapshots: { version: stateVersion, open: () => toolServer },
    open(_address, beginning) {
      const first = 'event' in beginning ? beginning.event : beginning.message
      if (first.type !== 'set') throw notFound('tool server')
      return toolServer
    },
    perform,
  }
}

/** Asks until there is something to say. */
async function probe(parts: ToolServerParts, effect: ProbeEffect, outside: Outside): Promise<Message | null> {
  const { isDue, setting } = effect
  let { protocolAt } = effect
  for (let attempt = isDue ? 0 : 1; !outside.signal.aborted; attempt++) {
    if (attempt > 0) await outside.pause(pauseBefore(parts, effect, attempt))
    if (outside.signal.aborted) return null
    const found = await look(parts, { ...effect, protocolAt }, outside)
    if (found !== null || isDue) return found
    // A verdict that was old has been found out again.
    if (!effect.isDown) protocolAt = parts.now()
    const isThere = await patiently(outside, () => parts.noteCheck(setting.organizationId, setting.id))
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

/** One look at the server. @returns null when all is as it was */
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
  const done = await patiently(outside, async () => {
    await publish(publication)
    return true
  })
  return done === null ? null : { type: 'published', version }
}
