// Runs code steps: sends each to a thread that can be ended (sandbox.ts), and turns what comes back into a
// ToolResult. One per host; the execution actor calls it.
// 1. It never throws for what the code does.
// 2. Whatever the code does, the run ends by its time, and its memory is bounded.
// 3. Organizations take turns (runtime/process/fair-line.ts).

import type { Json, JsonObject } from '../../domain/json.ts'
import { codeBounds } from '../../domain/plan/plan.ts'
import { stepErrorCode } from '../../domain/tools/failures/step-errors.ts'
import type { ToolResult } from '../../domain/tools/tool.ts'
import { type ConfinedBounds, ConfinedError, ConfinedPool } from '../../runtime/process/confined.ts'
import { bounded } from '../builtin/bounds.ts'
import { ToolFailure } from '../builtin/tool.ts'
import { failed } from '../tool-outcome.ts'
import type { CodeTask } from './sandbox.ts'

export interface CodeRun {
  readonly organizationId: string
  /** Body of an async function with one parameter, `args`. */
  readonly js: string
  readonly args: JsonObject
  /** Null: as long as code may take. */
  readonly timeoutMs: number | null
  readonly signal: AbortSignal
}

/** Error codes: `code-failed`, `timeout`, `too-large`, `aborted`, `unavailable` (too much runs). */
export type RunCode = (run: CodeRun) => Promise<ToolResult>

/** The heap of a thread holds the texts of arguments and results; the memory of the code is beside it. */
const bounds: ConfinedBounds = {
  threads: 2,
  // The sandbox ends the code in time; this ends a thread that does not come back.
  timeoutMs: codeBounds.timeoutMs + 2_000,
  heapMegabytes: 96,
  pieces: 400,
  piecesEach: 100,
}

const sandbox = new URL('./sandbox.ts', import.meta.url).href

export function createCodeRunner(): { readonly run: RunCode; close(): Promise<void> } {
  const pool = new ConfinedPool(bounds)
  return {
    async run({ organizationId: owner, js, args, timeoutMs, signal }) {
      const task = {
        js,
        args: JSON.stringify(args),
        timeoutMs: Math.min(timeoutMs ?? codeBounds.timeoutMs, codeBounds.timeoutMs),
      }
      try {
        const sent = { owner, signal, timeoutMs: bounds.timeoutMs }
        const text = await pool.run<CodeTask, string>(sandbox, task, sent)
        return { ok: true, output: bounded(JSON.parse(text) as Json) }
      } catch (error) {
        if (error instanceof ToolFailure) return failed(error.code, error.message)
        if (!(error instanceof ConfinedError)) throw error
        return resultOf(error)
      }
    },
    close: () => pool.close(),
  }
}

function resultOf({ code, message }: ConfinedError): ToolResult {
  switch (code) {
    case 'busy':
      return { ok: false, error: { code: 'unavailable', message, retryable: true } }
    case 'out-of-memory':
      return failed('too-large', 'the code, its arguments or its result take too much memory')
    case 'failed':
      return failed('code-failed', message)
    default:
      return failed(stepErrorCode(code), message)
  }
}
