// The span of a tool call and the traceparent for its tool server; effects.ts begins and ends it. Without a
// receiver of traces there is no span, and the server gets the traceparent of the request unchanged.

import type { ToolResult } from '../../../domain/tools/tool.ts'
import { executionContext, formatTraceparent } from '../../../domain/traceparent.ts'
import type { Tracing } from '../../../runtime/tracing/tracing.ts'
import type { ToolCallEffect } from '../protocol.ts'

export interface ToolSpan {
  /** Value of the header; undefined when nobody traces. */
  readonly traceparent: string | undefined
  /** @param result null: the call was aborted */
  end(result: ToolResult | null): void
}

export function toolSpan(tracing: Tracing | null, executionId: string, effect: ToolCallEffect): ToolSpan {
  const { id: step, server, tool, trace } = effect
  if (tracing === null) return { traceparent: trace ?? undefined, end() {} }
  const span = tracing.begin({
    name: `tool ${tool}`,
    kind: 'client',
    parent: executionContext(executionId, trace),
    facts: {
      'troupe.execution.id': executionId,
      'troupe.step.id': step,
      'troupe.tool.name': tool,
      ...(server !== null && { 'troupe.tool.server': server }),
    },
  })
  return {
    traceparent: formatTraceparent(span.context),
    end: result => span.end({ error: result === null ? 'aborted' : result.ok ? null : result.error.code }),
  }
}

/** The traceparent of a child execution. */
export function childTrace(
  tracing: Tracing | null,
  executionId: string,
  trace: string | null,
): string | null {
  return tracing === null ? trace : formatTraceparent(executionContext(executionId, trace))
}
