// Asks the service about a plan that somebody has written. One that no plan may be is refused with all that
// is wrong with it, each with its step, where an error of the API is one line.
import { createClient } from '../../../../../http/client.ts'
import { currentToken } from '../../../../app/session.ts'
import { watchedFetch } from '../../../../app/upgrade.ts'
import type { Diagnostic, PlanAnswer, PlanBody } from '../planned.ts'

export class PlanRefused extends Error {
  readonly diagnostics: readonly Diagnostic[]

  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map(({ message }) => message).join('; '))
    this.name = 'PlanRefused'
    this.diagnostics = diagnostics
  }
}

/**
 * @throws {PlanRefused} the plan has not the shape of one
 * @throws {ApiError} the service refused for another reason, or could not be reached
 */
export async function askWritten(body: PlanBody, signal: AbortSignal): Promise<PlanAnswer> {
  let told: readonly Diagnostic[] = []
  const hearing: typeof fetch = async (...request) => {
    const response = await watchedFetch(...request)
    if (response.status === 400) told = await diagnosticsIn(response.clone())
    return response
  }
  const client = createClient({ token: currentToken, fetch: hearing })
  try {
    return await client('POST /api/v1/workflows/plan', { body, signal })
  } catch (cause) {
    if (told.length > 0) throw new PlanRefused(told)
    throw cause
  }
}

async function diagnosticsIn(response: Response): Promise<readonly Diagnostic[]> {
  const said = (await response.json().catch(() => null)) as { diagnostics?: unknown } | null
  const told = said?.diagnostics
  return Array.isArray(told) ? told : []
}
