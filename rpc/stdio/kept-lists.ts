// The pages of the last tools/list of a server on stdio: one that has ended for want of calls is asked for
// them every few minutes. Used by stdio-server.ts.
import type { Reply } from '../remote/reply.ts'
import type { StdioQuestion } from './stdio-calls.ts'

/** Of one server. A longer list is asked for again. */
const bytesKept = 1024 * 1024

export class KeptLists {
  readonly #pages = new Map<string, Reply>()
  #sizeBytes = 0

  /** @returns null for what is no list, for a page that is not known, and for who wants to know it anew */
  recall({ method, params, isAnew }: StdioQuestion): Reply | null {
    if (method !== 'tools/list' || isAnew) return null
    return this.#pages.get(keyOf(params)) ?? null
  }

  remember({ method, params }: StdioQuestion, reply: Reply): void {
    if (method !== 'tools/list' || reply.type !== 'result') return
    if (params['cursor'] === undefined) this.clear()
    this.#sizeBytes += reply.sizeBytes
    if (this.#sizeBytes <= bytesKept) this.#pages.set(keyOf(params), reply)
  }

  clear(): void {
    this.#pages.clear()
    this.#sizeBytes = 0
  }
}

function keyOf(params: StdioQuestion['params']): string {
  return JSON.stringify(params['cursor'] ?? null)
}
