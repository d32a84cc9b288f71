// Runs pure built-in tools on what takes long in threads that can be ended, so that neither a decision nor
// the main thread waits for it. The hub (hub.ts) has one; pure-work.ts is what the threads load.
import type { StepErrorCode } from '../domain/tools/failures/step-errors.ts'
import type { ToolResult } from '../domain/tools/tool.ts'
import { type ConfinedBounds, ConfinedError, ConfinedPool } from '../runtime/process/confined.ts'
import type { ToolCall } from './hub.ts'
import type { PureTask } from './pure-work.ts'
import { failed } from './tool-outcome.ts'

export interface PureCalls {
  /** Error codes of its own: `timeout`, `too-large` (memory), `aborted`, `unavailable` (too much waits). */
  run(call: Pick<ToolCall, 'organizationId' | 'tool' | 'args' | 'timeoutMs' | 'signal'>): Promise<ToolResult>
  close(): Promise<void>
}

/** The budget of a tool ends it after some seconds at most (domain/budgets/budget.ts). */
const bounds: ConfinedBounds = {
  threads: 2,
  timeoutMs: 10_000,
  heapMegabytes: 256,
  pieces: 4_000,
  piecesEach: 1_000,
}

const module = new URL('./pure-work.ts', import.meta.url).href

export function createPureCalls(): PureCalls {
  const pool = new ConfinedPool(bounds)
  return {
    async run({ organizationId: owner, tool, args, timeoutMs, signal }) {
      try {
        return await pool.run<PureTask, ToolResult>(module, { tool, args }, { owner, timeoutMs, signal })
      } catch (error) {
        if (!(error instanceof ConfinedError)) throw error
        return resultOf(error)
      }
    },
    close: () => pool.close(),
  }
}

function resultOf({ code, message }: ConfinedError): ToolResult {
  switch (code) {
    case 'out-of-memory':
      return failed('too-large', message)
    case 'busy':
      return again('unavailable', message)
    case 'timeout':
      return again('timeout', message)
    case 'aborted':
      return failed('aborted', message)
    default:
      throw new Error(message)
  }
}

function again(code: StepErrorCode, message: string): ToolResult {
  return { ok: false, error: { code, message, retryable: true } }
}
