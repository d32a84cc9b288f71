// The tool servers of a simulation, behind the outbound client of the real hub: they remember the key of
// every call, so that a call that comes again has its effect once, and they are as unreliable as the seed
// says.
import type { Json, JsonObject } from '../../../domain/json.ts'
import {
  type Outbound,
  OutboundError,
  type OutboundRequest,
  type OutboundResponse,
} from '../../../rpc/outbound/outbound.ts'
import type { Scheduler, Thread } from '../scheduler.ts'
import type { Faults, ToolOutcome } from './faults.ts'

/** A call as it is on its way. */
export interface SentCall {
  readonly key: string
  readonly tool: string
  readonly args: JsonObject
  /** The execution belongs to the node that sends it: false for a node that slept, and has been buried. */
  readonly isOwn: boolean
}

/** Does the execution belong to the node of a host? */
export type Owns = (executionId: string) => boolean

export const executionOf = (key: string) => key.slice(0, key.indexOf('/'))

interface Rpc {
  readonly id: number
  readonly params: {
    readonly name: string
    readonly arguments: JsonObject
    readonly _meta: { readonly 'troupe/idempotencyKey': string }
  }
}

const host = 'shop.example.com'
export const url = `https://${host}/rpc`

export class ToolServer {
  /** How often the effect of each key has happened. */
  readonly effects = new Map<string, number>()
  readonly #scheduler: Scheduler
  readonly #faults: Faults
  readonly #thread: Thread
  readonly #whenSent: (call: SentCall) => void

  constructor(scheduler: Scheduler, faults: Faults, whenSent: (call: SentCall) => void) {
    this.#scheduler = scheduler
    this.#faults = faults
    this.#thread = scheduler.thread('tools')
    this.#whenSent = whenSent
  }

  /** The way there from a thread. */
  outbound(thread: Thread, owns: Owns): Outbound {
    return { request: request => this.#request(thread, owns, request), close: async () => {} }
  }

  #request(
    thread: Thread,
    owns: Owns,
    { body, signal, timeouts }: OutboundRequest,
  ): Promise<OutboundResponse> {
    const rpc = JSON.parse(body as string) as Rpc
    const { name: tool, arguments: args, _meta } = rpc.params
    const key = _meta['troupe/idempotencyKey']
    const { random } = this.#scheduler
    return new Promise((resolve, reject) => {
      const fail = (code: 'aborted' | 'timeout' | 'unreachable' | 'reset') => {
        callOff()
        reject(new OutboundError(code, host, `${host}: ${code}`))
      }
      const callOff = thread.after(timeouts!.totalMs!, () => fail('timeout'), `timeout of ${key}`)
      if (signal!.aborted) return fail('aborted')
      // A connection may take its time to notice that nobody waits for it.
      const leave = () =>
        thread.after(random.chance(0.3) ? random.next() * 2_000 : 0, () => fail('aborted'), 'leaves')
      signal!.addEventListener('abort', leave, { once: true })
      this.#whenSent({ key, tool, args, isOwn: owns(executionOf(key)) })
      const outcome = this.#faults.tool()
      this.#scheduler.count(`tool ${outcome}`)
      const back = (run: () => void) => thread.after(random.next() * 5, run, `answer of ${key}`)
      const answer = (response: OutboundResponse) => {
        callOff()
        resolve(response)
      }
      if (outcome === 'unreachable') return back(() => fail('unreachable'))
      this.#thread.after(
        outcome === 'slow' ? random.below(20_000) : random.next() * 20,
        () => {
          const response = this.#serve(rpc, key, outcome)
          if (outcome === 'reset') back(() => fail('reset'))
          else if (response) back(() => answer(response))
        },
        `${outcome} ${key}`,
      )
    })
  }

  /** @returns null when there is no answer */
  #serve({ id }: Rpc, key: string, outcome: ToolOutcome): OutboundResponse | null {
    const result = (value: object) => respond(200, JSON.stringify({ jsonrpc: '2.0', id, result: value }))
    if (outcome === 'retryable') return respond(500)
    if (outcome === 'busy')
      return respond(429, '', { 'retry-after': String(this.#scheduler.random.between(1, 30)) })
    if (outcome === 'fatal') return result({ content: [{ type: 'text', text: 'no' }], isError: true })
    if (!this.effects.has(key)) this.effects.set(key, 1)
    if (outcome === 'reply-lost' || outcome === 'reset') return null
    if (outcome === 'failed-after-effect') return respond(503)
    if (outcome === 'garbage') return respond(200, '<html>not what you asked for')
    return result({ structuredContent: outputOf(key), content: [] })
  }
}

/** What a call answers, whenever and however often it is made. */
export function outputOf(key: string): Json {
  let sum = 0
  for (let i = 0; i < key.length; i++) sum = (sum * 31 + key.charCodeAt(i)) % 100_003
  return sum
}

function respond(
  status: number,
  body = '',
  headers: Readonly<Record<string, string>> = {},
): OutboundResponse {
  return { status, headers, body: Buffer.from(body), url }
}
