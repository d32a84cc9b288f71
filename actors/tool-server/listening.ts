// What a probe does while it pauses: it listens to the server, where that says by itself that its tools have
// changed, and looks at once. Used by effects.ts.
// 1. It listens as long as the probe lasts, and no longer: the stream goes with the server, its setting and
//    its host.
// 2. A server that says so all the time is looked at every few seconds, and nothing that it says is lost: the
//    next look comes after the last word.
import { jitterOf } from '../../domain/plan/retry.ts'
import { listenAgainMs, probeBounds } from '../../domain/tools/probe.ts'
import type { RemoteTarget } from '../../rpc/remote/remote-server.ts'
import type { Outside } from '../../runtime/actor.ts'
import type { ToolServerParts } from './effects.ts'
import type { ProbeEffect } from './protocol.ts'

export interface Listener {
  /** Resolves after so long, or when the server has said that its tools have changed. */
  pause(delayMs: number): Promise<void>
  close(): void
}

export function listenTo(parts: ToolServerParts, effect: ProbeEffect, outside: Outside): Listener {
  const { setting, protocol, protocolAt, isDown, isDue } = effect
  const ending = new AbortController()
  const signal = AbortSignal.any([outside.signal, ending.signal])
  let news = Promise.withResolvers<void>()
  let hasNews = false
  const onToolsChanged = () => {
    hasNews = true
    news.resolve()
  }
  if (parts.listen !== undefined && !isDown && !isDue) {
    const target = { ...setting, protocol, protocolAt }
    void keepListening(parts.listen, target, { outside, signal, onToolsChanged })
  }
  return {
    async pause(delayMs) {
      await Promise.race([outside.pause(delayMs), news.promise])
      if (!hasNews || signal.aborted) return
      await outside.pause(probeBounds.heedMs)
      hasNews = false
      news = Promise.withResolvers<void>()
    },
    close: () => ending.abort(),
  }
}

interface Keeping {
  readonly outside: Outside
  readonly signal: AbortSignal
  readonly onToolsChanged: () => void
}

async function keepListening(
  listen: NonNullable<ToolServerParts['listen']>,
  target: ProbeEffect['setting'] & RemoteTarget,
  { outside, signal, onToolsChanged }: Keeping,
): Promise<void> {
  for (let failures = 0; !signal.aborted; ) {
    // It throws while the database is away, where its connection stands.
    const outcome = await listen(target, { signal, onToolsChanged }).catch(() => 'failed' as const)
    failures = outcome === 'ended' ? 0 : failures + 1
    const random = jitterOf(`${target.id} ${failures}`)
    if (!signal.aborted) await outside.pause(listenAgainMs(outcome, failures, random))
  }
}
