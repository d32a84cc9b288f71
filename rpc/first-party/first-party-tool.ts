// Declares a tool of a first-party server. Its arguments are typed, its work and its output are bounded, and
// outbound errors become ToolFailures like all others.
import type { Json } from '../../domain/json.ts'
import type { ToolDefinition } from '../../domain/tools/tool.ts'
import { bounded } from '../builtin/bounds.ts'
import { paid, ToolFailure } from '../builtin/tool.ts'
import { OutboundError } from '../outbound/outbound.ts'
import type { FirstPartyContext, FirstPartyTool } from './first-party-server.ts'

/** `A` is the type of the arguments that the tool's inputSchema admits. */
export function firstPartyTool<A>(
  tool: ToolDefinition & { run(args: A, context: FirstPartyContext): Promise<Json> | Json },
): FirstPartyTool {
  return {
    ...tool,
    async run(args, context) {
      try {
        return bounded(await paid(args, () => tool.run(args as A, context)))
      } catch (error) {
        if (!(error instanceof OutboundError)) throw error
        throw new ToolFailure(error.code, error.message, error.retryable, { cause: error })
      }
    },
  }
}
