// The work of catalog tools on what strangers wrote, in the thread that can be ended, with failures as tools have them.
import * as runtime from '../../runtime/confined.ts'
import { ToolFailure } from '../tools/tool.ts'
import type { CatalogContext } from './catalog-server.ts'

/**
 * Calls the default export of a module, by its URL.
 * @throws {ToolFailure} of the module; `timeout`, `aborted`, `too-large` (memory), `unavailable` (too much waits), and
 *   `tool-failed` for whatever else it threw
 */
export async function runConfined<T, R>(
  module: string,
  task: T,
  context: Pick<CatalogContext, 'signal' | 'timeoutMs'>,
): Promise<R> {
  try {
    return await runtime.runConfined<T, R>(module, task, context)
  } catch (error) {
    if (!(error instanceof runtime.ConfinedError)) throw error
    const code = codes[error.code] ?? error.code
    throw new ToolFailure(code, error.message, code === 'timeout' || code === 'unavailable', { cause: error })
  }
}

const codes: Readonly<Record<string, string>> = {
  'out-of-memory': 'too-large',
  busy: 'unavailable',
  failed: 'tool-failed',
}
