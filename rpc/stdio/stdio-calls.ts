// The port of tool servers on stdio, as the client of tool servers sees it. StdioServers implements it in the
// main thread, which owns the children; remote-stdio.ts passes it on from the threads of hosts.
import type { JsonObject } from '../../domain/json.ts'
import type { Reply } from '../remote/reply.ts'
import type { ToolProgress } from '../tool-progress.ts'

/** One request to one server, as JSON: it goes from thread to thread, and is kept nowhere. */
export interface StdioQuestion {
  /** Id of the registration: it has a child of its own. */
  readonly server: string
  readonly organizationId: string
  /** `stdio:<name>` */
  readonly url: string
  /** The fields of its credential; null for none. */
  readonly secret: Readonly<Record<string, string>> | null
  readonly method: string
  readonly params: JsonObject
  /** Unix ms. */
  readonly deadline: number
  /** An admin asks: what was given up is tried again, and nothing is answered from memory. */
  readonly isAnew: boolean
}

export interface StdioHearing {
  readonly signal?: AbortSignal | undefined
  /** Called with what the server says while it works. */
  readonly onProgress?: ((progress: ToolProgress) => void) | undefined
}

export interface StdioCalls {
  /** Never throws for what the server does; the messages of faults continue `tool server "Orders"`. */
  ask(question: StdioQuestion, hearing: StdioHearing): Promise<Reply>
}
