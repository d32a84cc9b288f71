// What a tool says while it works: its progress and its log. It goes from a tool server's stream
// (rpc/remote/notices.ts) through the hub to the caller.
import type { Json } from '../domain/json.ts'
import type { LogLevel } from './surface/surface.ts'

export type ToolProgress =
  | {
      readonly type: 'progress'
      /** Rises with each report. */
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
