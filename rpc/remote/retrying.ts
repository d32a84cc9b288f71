// Asking again when a connection fails before anything was answered. Only for requests that change nothing, or that
// the server knows to be the same by their key.
import { setTimeout as pause } from 'node:timers/promises'
import type { Reply } from './reply.ts'
import type { Sending } from './target.ts'

/** A restarting server is back, or it is down: the retries of the step take over from here. */
const attempts = 3
const firstPauseMs = 50

/**
 * @param ask sends the request once
 * @returns the first reply that is not a broken connection, or the last one
 */
export async function retrying(sending: Sending, ask: () => Promise<Reply>): Promise<Reply> {
  for (let attempt = 1; ; attempt++) {
    const reply = await ask()
    if (attempt === attempts || !isWorthAnother(reply) || sending.signal?.aborted === true) return reply
    const pauseMs = firstPauseMs * 4 ** (attempt - 1) * (0.5 + Math.random() / 2)
    if (Date.now() + pauseMs >= sending.deadline) return reply
    await pause(pauseMs)
  }
}

function isWorthAnother(reply: Reply): boolean {
  if (reply.type !== 'fault' || !reply.isUnanswered) return false
  return reply.error.code === 'unreachable' || reply.error.code === 'reset'
}
