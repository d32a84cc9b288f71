// Who plans for the person at this page: a language model when they ask it, or the reader while they type.
import { useQuery } from '@tanstack/react-query'
import { read } from '../../../app/api.ts'
import { hasRole, useUser } from '../../../app/session.ts'

export interface Planner {
  /** Null: not known yet. */
  readonly mode: 'model' | 'reader' | null
  /** Name of the model; null without one. */
  readonly model: string | null
  /** It did badly with a sample plan. */
  readonly isWeak: boolean
  /** May this person look for models on the machine of the service? */
  readonly canFindLocal: boolean
}

export function usePlanner(): Planner {
  const { data, isError } = useQuery(read('GET /api/v1/models'))
  const mayAsk = hasRole(useUser(), 'member')
  if (data === undefined || !mayAsk) {
    const mode = isError || !mayAsk ? 'reader' : null
    return { mode, model: null, isWeak: false, canFindLocal: false }
  }
  const own = data.models.find(each => each.default)
  const model = own?.name ?? (data.models.length === 0 ? data.service?.model : undefined) ?? null
  return {
    mode: model === null ? 'reader' : 'model',
    model,
    isWeak: own?.plans === 'badly',
    canFindLocal: data.local,
  }
}
