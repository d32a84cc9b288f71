// Runs first-party work on foreign content in threads that can be ended, and turns its errors into
// ToolFailures. Called by tools whose libraries take as much time and memory as the input makes them.

import { own } from '../../domain/own.ts'
import { type StepErrorCode, stepErrorCode } from '../../domain/tools/failures/step-errors.ts'
import { type ConfinedBounds, ConfinedError } from '../../runtime/process/confined.ts'
import { ToolFailure } from '../builtin/tool.ts'
import type { FirstPartyContext } from './first-party-server.ts'

/**
 * For the first-party tools of one host, or of the main thread. Work of more than a few seconds belongs
 * elsewhere; 192 MB hold the largest workbook. The second thread is for the small work of an organization
 * while others keep the first one busy.
 */
export const confinedBounds: ConfinedBounds = {
  threads: 2,
  timeoutMs: 10_000,
  heapMegabytes: 192,
  pieces: 400,
  piecesEach: 100,
}

/**
 * Calls the default export of a module, given by its URL.
 * @throws {ToolFailure} of the module; `timeout`, `aborted`, `too-large` (memory), `unavailable` (too much
 *   work waits); `tool-failed` for any other exception
 */
export async function runConfined<T, R>(
  module: string,
  task: T,
  context: Pick<FirstPartyContext, 'confined' | 'signal' | 'timeoutMs'>,
): Promise<R> {
  try {
    return await context.confined.run<T, R>(module, task, context)
  } catch (error) {
    if (!(error instanceof ConfinedError)) throw error
    const code = own(codes, error.code) ?? stepErrorCode(error.code)
    throw new ToolFailure(code, error.message, code === 'timeout' || code === 'unavailable', { cause: error })
  }
}

const codes: Readonly<Record<string, StepErrorCode>> = {
  'out-of-memory': 'too-large',
  busy: 'unavailable',
  failed: 'tool-failed',
}
