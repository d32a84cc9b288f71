// What a tool server sends on a request's stream beside the reply. Notifications go to the caller, up to a
// bound. Requests are refused: a step of a workflow has no person and no model at hand. Made by wire.ts.
import { isObject, type Json } from '../../domain/json.ts'
import { isLogLevel } from '../lanes/log-levels.ts'
import type { ToolProgress } from '../tool-progress.ts'
import { excerpt } from './excerpt.ts'

/** Per request. */
const noticesTaken = 1_000
const requestsAnswered = 20
const messageLength = 1_000
const logLength = 8_000

type Message = { readonly [key: string]: unknown }

/** Our response to a request of the server; the session sends it. */
export type ServerResponse = Message

export interface NoticeOptions {
  /** The progress token of the request. */
  readonly token: number
  readonly onProgress: ((progress: ToolProgress) => void) | undefined
  /** Called when the server says that its tools have changed. */
  readonly onToolsChanged: () => void
  /** Sends a response; undefined where the protocol has no requests from the server. */
  readonly respond: ((response: ServerResponse) => void) | undefined
}

export class Notices {
  readonly #options: NoticeOptions
  #taken = 0
  #answered = 0
  #done = Number.NEGATIVE_INFINITY

  constructor(options: NoticeOptions) {
    this.#options = options
  }

  /** @param message has a string `method` */
  readonly take = (message: Message): void => {
    const { method, id } = message
    if (typeof id === 'string' || typeof id === 'number') this.#refuse(id, method as string)
    else if (method === 'notifications/tools/list_changed') this.#options.onToolsChanged()
    else if (isObject(message['params']) && this.#taken++ < noticesTaken)
      this.#notify(method as string, message['params'])
  }

  #notify(method: string, params: Message): void {
    const { onProgress, token } = this.#options
    if (onProgress === undefined) return
    if (method === 'notifications/message') onProgress(logOf(params))
    if (method !== 'notifications/progress' || String(params['progressToken']) !== String(token)) return
    const { progress, total, message } = params
    if (typeof progress !== 'number' || progress <= this.#done) return
    this.#done = progress
    onProgress({
      type: 'progress',
      done: progress,
      total: typeof total === 'number' ? total : null,
      message: typeof message === 'string' ? excerpt(message, messageLength) : null,
    })
  }

  /** We declare no capability, so `ping` is all that a server may ask. */
  #refuse(id: string | number, method: string): void {
    if (++this.#answered > requestsAnswered) return
    const error = { code: -32601, message: `Method not found: ${excerpt(method, 100)}` }
    const answer = method === 'ping' ? { result: {} } : { error }
    this.#options.respond?.({ id, ...answer })
  }
}

function logOf({ level, data, logger }: Message): ToolProgress {
  const text = JSON.stringify(data) ?? 'null'
  return {
    type: 'log',
    level: isLogLevel(level) ? level : 'info',
    data: text.length <= logLength ? ((data ?? null) as Json) : excerpt(text, logLength),
    logger: typeof logger === 'string' ? excerpt(logger, 100) : null,
  }
}
