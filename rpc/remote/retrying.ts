// Sends a request again when its connection fails before an answer begins. Only for requests that change
// nothing, or that the server recognises by their key.
import { setTimeout as pause } from 'node:timers/promises'
import type { Reply } from './reply.ts'
import type { Sending } from './target.ts'

/** Enough for a server that restarts. For longer outages the step has its own retries. */
const attempts = 3
const firstPauseMs = 50

/**
 * @param ask sends the request once
 * @returns the first reply over an unbroken connection, else the last failure
 */
export async function withRetries(sending: Sending, ask: () => Promise<Reply>): Promise<Reply> {
  for (let attempt = 1; ; attempt++) {
    const reply = await ask()
    if (attempt === attempts || !isBrokenConnection(reply) || sending.signal?.aborted === true) return reply
    const pauseMs = firstPauseMs * 4 ** (attempt - 1) * (0.5 + Math.random() / 2)
    if (Date.now() + pauseMs >= sending.deadline) return reply
    await pause(pauseMs)
  }
}

function isBrokenConnection(reply: Reply): boolean {
  if (reply.type !== 'fault' || !reply.isUnanswered) return false
  return reply.error.code === 'unreachable' || reply.error.code === 'reset'
}
