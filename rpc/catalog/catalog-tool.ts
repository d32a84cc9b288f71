// Declares a tool of a catalog server: its arguments have a type, its output is bounded, and what goes wrong outside is
// a ToolFailure like every other reason.
import type { Json } from '../../domain/json.ts'
import type { ToolDefinition } from '../../domain/tool.ts'
import { OutboundError } from '../outbound/outbound.ts'
import { bounded } from '../tools/bounds.ts'
import { ToolFailure } from '../tools/tool.ts'
import type { CatalogContext, CatalogServerTool } from './catalog-server.ts'

/** `A` is the shape of arguments that the tool's inputSchema admits. */
export function catalogTool<A>(
  tool: ToolDefinition & { run(args: A, context: CatalogContext): Promise<Json> | Json },
): CatalogServerTool {
  return {
    ...tool,
    async run(args, context) {
      try {
        return bounded(await tool.run(args as A, context))
      } catch (error) {
        if (!(error instanceof OutboundError)) throw error
        throw new ToolFailure(error.code, error.message, error.retryable, { cause: error })
      }
    },
  }
}
