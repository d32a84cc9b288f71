// Asks for a plan and hears how it goes meanwhile: a language model takes a while.
import { ApiError, readEvents, refusalOf } from '../../../../../http/client.ts'
import { currentToken } from '../../../../app/session.ts'
import { watchedFetch } from '../../../../app/upgrade.ts'
import { words } from '../../../../words/planning.ts'
import type { PlanAnswer, PlanBody } from '../planned.ts'

/** The service sends something every 15 s. */
const silenceMs = 45_000

/**
 * @param onProgress one line for the person who waits
 * @throws {ApiError} the service refused, or the connection broke
 */
export async function askWatched(
  body: PlanBody,
  signal: AbortSignal,
  onProgress: (message: string) => void,
): Promise<PlanAnswer> {
  const token = await currentToken()
  const headers = {
    accept: 'text/event-stream',
    'content-type': 'application/json',
    ...(token !== null && { authorization: `Bearer ${token}` }),
  }
  const sent = { method: 'POST', headers, body: JSON.stringify(body), signal }
  const response = await watchedFetch('/api/v1/workflows/plan', sent)
  if (!response.ok) throw await refusalOf(response)
  for await (const { event, data } of readEvents(response, silenceMs)) {
    if (event === 'progress') onProgress((data as { message: string }).message)
    else if (event === 'planned') return data as PlanAnswer
    else if (event === 'failed') throw failureIn(data)
  }
  throw new ApiError({ status: 0, code: 'unreachable', message: words.lost })
}

function failureIn(data: unknown): ApiError {
  const { code, error } = data as { code: string; error: string }
  return new ApiError({ status: 400, code, message: error })
}
