// Names of the people of the organization, by their ids: who started a run, who decided.
// 1. Nobody takes the name that the page gives to the one who looks, or to nobody.
import { useQuery } from '@tanstack/react-query'
import { shownLine } from '../../../domain/shown/shown.ts'
import { read } from '../../app/api.ts'
import { useUser } from '../../app/session.ts'
import { words } from '../../words/approvals.ts'

export type NameOf = (userId: string | null) => string

/** `you` for the person who looks; somebody else for those who are not among the first hundred, or left. */
export function useNames(): NameOf {
  const user = useUser()
  const id = user.organization.id.replace(/^org_/, 'team_')
  const members = useQuery(read('GET /api/v1/teams/:id/members', { params: { id }, query: { limit: 100 } }))
  return userId => {
    if (userId === null) return words.nobody
    if (userId === user.id) return words.you
    const member = members.data?.find(each => each.userId === userId)
    return nameOf(member?.name) ?? member?.email ?? words.somebody
  }
}

function nameOf(chosen: string | null | undefined): string | null {
  if (!chosen) return null
  const name = shownLine(chosen.trim())
  const ours: readonly string[] = [words.you, words.nobody, words.somebody]
  return ours.some(word => word.toLowerCase() === name.toLowerCase()) ? null : name
}
