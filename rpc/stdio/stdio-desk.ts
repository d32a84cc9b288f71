// Calls of tool servers on stdio from the threads of hosts: the main thread's side, as a part of its desk
// (runtime/engine.ts). A host asks again and again until there is a reply, and hears the progress meanwhile:
// an ask of the desk has 30 s. A call that no host asks for any more is cancelled. main/stdio.ts makes it.

import { readSent } from '../../domain/schema/sent-numerals.ts'
import type { Reply } from '../remote/reply.ts'
import { fault } from '../remote/reply.ts'
import type { ToolProgress } from '../tool-progress.ts'
import type { StdioCalls, StdioQuestion } from './stdio-calls.ts'

export type StdioDeskMessage =
  | { readonly type: 'stdio-call'; readonly call: string; readonly question: StdioQuestion }
  | { readonly type: 'stdio-wait'; readonly call: string }
  | { readonly type: 'stdio-cancel'; readonly call: string }

/** What has happened since the last answer. */
export interface StdioNews {
  readonly progress: readonly ToolProgress[]
  /** Null while the call is under way. */
  readonly reply: Reply | null
}

/** Less than an ask of the desk may take. */
const newsWithinMs = 20_000
/** A host that does not ask for so long is gone. */
const forgottenAfterMs = 60_000
/** An answer may get lost, and be asked for again until its ask has failed: a large one is not kept. */
const answeredForMs = 15_000
const answeredBytes = 65_536
const progressKept = 1_000

interface Call {
  readonly controller: AbortController
  progress: ToolProgress[]
  reply: Reply | null
  /** A defect of ours. */
  defect: unknown
  wake: () => void
  forgetting: NodeJS.Timeout | undefined
}

export class StdioDesk {
  readonly #calls = new Map<string, Call>()
  readonly #stdio: StdioCalls

  constructor(stdio: StdioCalls) {
    this.#stdio = stdio
  }

  /** @param message JSON of a StdioDeskMessage. @returns JSON of StdioNews */
  async answer(message: string): Promise<string> {
    const asked = readSent(message) as StdioDeskMessage
    if (asked.type === 'stdio-cancel') {
      this.#calls.get(asked.call)?.controller.abort()
      return 'null'
    }
    const known = this.#calls.get(asked.call)
    const call = known ?? (asked.type === 'stdio-call' ? this.#begin(asked.call, asked.question) : null)
    return JSON.stringify(call === null ? lost : await this.#news(asked.call, call))
  }

  #begin(id: string, question: StdioQuestion): Call {
    const controller = new AbortController()
    const call: Call = {
      controller,
      progress: [],
      reply: null,
      defect: null,
      wake: () => {},
      forgetting: undefined,
    }
    this.#calls.set(id, call)
    const onProgress = (progress: ToolProgress) => {
      if (call.progress.length < progressKept) call.progress.push(progress)
      call.wake()
    }
    void this.#stdio
      .ask(question, { signal: controller.signal, onProgress })
      .then(
        reply => (call.reply = reply),
        error => (call.defect = error),
      )
      .finally(() => call.wake())
    return call
  }

  async #news(id: string, call: Call): Promise<StdioNews> {
    clearTimeout(call.forgetting)
    if (call.reply === null && call.defect === null && call.progress.length === 0) await somethingOf(call)
    const { reply, progress } = call
    if (call.defect !== null) throw call.defect
    call.progress = []
    clearTimeout(call.forgetting)
    const keptMs = reply === null ? forgottenAfterMs : answeredForMs
    call.forgetting = setTimeout(() => this.#forget(id), keptMs).unref()
    if (reply?.type === 'result' && reply.sizeBytes > answeredBytes) call.reply = lost.reply
    return { reply, progress }
  }

  #forget(id: string): void {
    this.#calls.get(id)?.controller.abort()
    this.#calls.delete(id)
  }
}

function somethingOf(call: Call): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, newsWithinMs)
    call.wake = () => {
      clearTimeout(timer)
      resolve()
    }
  })
}

const lost: StdioNews = { progress: [], reply: fault('reset', 'was called, and the call got lost') }
