// Whom a plan is asked of: the service at once, or a model while somebody watches.
import { type Dispatch, type SetStateAction, useCallback } from 'react'
import { api } from '../../../../app/api.ts'
import type { PlanAnswer, PlanBody, Planned } from '../planned.ts'
import { askWatched } from './ask-watched.ts'

/** Lines of progress that are shown. */
const mostProgress = 200

export type Asked = (signal: AbortSignal) => Promise<PlanAnswer>
export type Take = (asked: Asked, origin: Planned['origin']) => Promise<Planned | null>

export function useAsks(take: Take, setProgress: Dispatch<SetStateAction<readonly string[] | null>>) {
  const ask = useCallback(
    (body: PlanBody, origin: Planned['origin']) =>
      take(signal => api('POST /api/v1/workflows/plan', { body, signal }), origin),
    [take],
  )
  const askModelFor = useCallback(
    (body: PlanBody) =>
      take(signal => {
        setProgress([])
        const hear = (message: string) =>
          setProgress(before => [...(before ?? []), message].slice(-mostProgress))
        return askWatched(body, signal, hear)
      }, 'model'),
    [take, setProgress],
  )
  return { ask, askModelFor }
}
