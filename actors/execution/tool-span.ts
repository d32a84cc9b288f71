// What tool servers are told about the trace of a call, and the span of the call itself. Without a receiver of traces, a
// trace that came in with the request goes on to the servers as it came.

import type { ToolResult } from '../../domain/tool.ts'
import { executionContext, formatTraceparent } from '../../domain/traceparent.ts'
import type { Tracing } from '../../runtime/tracing.ts'
import type { ToolCallEffect } from './protocol.ts'

export interface ToolSpan {
  /** For the header of this name; undefined when nobody traces. */
  readonly traceparent: string | undefined
  /** @param result null: the call was given up */
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

/** What an execution that this one starts is traced under. */
export function childTrace(
  tracing: Tracing | null,
  executionId: string,
  trace: string | null,
): string | null {
  return tracing === null ? trace : formatTraceparent(executionContext(executionId, trace))
}
