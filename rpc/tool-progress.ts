// What a tool says while it works: how far it is, and what it logs. From a tool server's stream (rpc/remote/notices.ts)
// through the hub to whoever called.
import type { Json } from '../domain/json.ts'
import type { LogLevel } from './surface/surface.ts'

export type ToolProgress =
  | {
      readonly type: 'progress'
      /** Rises. */
      readonly done: number
      readonly total: number | null
      readonly message: string | null
    }
  | {
      readonly type: 'log'
      readonly level: LogLevel
      readonly data: Json
      readonly logger: string | null
    }
