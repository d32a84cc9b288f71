// Names of people, workflows and keys by their ids, for pages whose lists hold ids only.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../../app/api.ts'
import { hasRole, useUser } from '../../../app/session.ts'

const page = { limit: 100 } as const
const staleTime = 60_000

/** Every member of the organization: the last team is that of everybody. */
export const everybody = queryOptions({
  queryKey: ['GET /api/v1/teams/:id/members', 'everybody'],
  staleTime,
  queryFn: async () => {
    const teams = await Array.fromAsync(api.pages('GET /api/v1/teams', { query: page }))
    const params = { id: teams.at(-1)!.id }
    return Array.fromAsync(api.pages('GET /api/v1/teams/:id/members', { params, query: page }))
  },
})

export const workflowNames = queryOptions({
  queryKey: ['GET /api/v1/workflows/names', 'all'],
  staleTime,
  queryFn: () => Array.fromAsync(api.pages('GET /api/v1/workflows/names', { query: page })),
})

const keyNames = queryOptions({
  queryKey: ['GET /api/v1/apikeys', 'all'],
  staleTime,
  queryFn: () => Array.fromAsync(api.pages('GET /api/v1/apikeys', { query: page })),
})

export type NameOf = (id: string) => string | undefined

export function useMemberNames(): NameOf {
  const { data } = useQuery(everybody)
  return id => {
    const found = data?.find(({ userId }) => userId === id)
    return found?.name ?? found?.email
  }
}

export function useWorkflowNames(): NameOf {
  const { data } = useQuery(workflowNames)
  return id => data?.find(each => each.id === id)?.name
}

/** Only admins may read the list of keys: others see ids. */
export function useKeyNames(): NameOf {
  const isAllowed = hasRole(useUser(), 'admin')
  const { data } = useQuery({ ...keyNames, enabled: isAllowed })
  return id => data?.find(each => each.id === id)?.name
}
