// Tool servers on stdio, for the thread of a host: the main thread owns their processes, and its desk takes
// the calls (stdio-desk.ts). Used by actors/host.ts.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Failure } from '../../domain/failure.ts'
import { fault, type Reply } from '../remote/reply.ts'
import type { StdioCalls, StdioHearing, StdioQuestion } from './stdio-calls.ts'
import type { StdioDeskMessage, StdioNews } from './stdio-desk.ts'

const pauseMs = 200
/** The main thread ends a call at its deadline; its answer has so long for the way. */
const graceMs = 2_000

/** @param ask asks the desk. @throws {Failure} `unavailable`: it may be asked again */
export function remoteStdio(ask: (message: StdioDeskMessage) => Promise<string>): StdioCalls {
  return {
    async ask(question, hearing) {
      const call = randomUUID()
      const cancel = () => void ask({ type: 'stdio-cancel', call }).catch(() => {})
      hearing.signal?.addEventListener('abort', cancel)
      try {
        return await untilReply(ask, { type: 'stdio-call', call, question }, hearing)
      } finally {
        hearing.signal?.removeEventListener('abort', cancel)
      }
    },
  }
}

async function untilReply(
  ask: (message: StdioDeskMessage) => Promise<string>,
  first: StdioDeskMessage & { readonly question: StdioQuestion },
  { signal, onProgress }: StdioHearing,
): Promise<Reply> {
  const { call, question } = first
  let message: StdioDeskMessage = first
  while (Date.now() < question.deadline + graceMs) {
    if (signal?.aborted) return fault('aborted', 'was called, and the call was given up')
    try {
      const { progress, reply } = JSON.parse(await ask(message)) as StdioNews
      for (const one of progress) onProgress?.(one)
      if (reply !== null) return reply
      message = { type: 'stdio-wait', call }
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      if (error.code !== 'unavailable' && error.code !== 'overloaded') throw error
      await pause(pauseMs)
    }
  }
  return fault('timeout', 'gave no answer before the deadline of the call', { retryable: true })
}
