// Which members an occasion concerns. Only members of the organization are ever notified: an approval may
// name an address of somebody else, who gets no mail.
//   failed execution                  who made the workflow, who made the version that ran, admins and owners
//   approval asked for                those who are asked and may decide
//   approval decided                  who made the workflow or the version that ran, except the decider
//   limits, tool servers              admins and owners
//   failing webhook                   who made it, admins and owners
//   failing canary                    who tried the version, admins and owners

import { permissions, type Role, roles } from '../people/permissions.ts'
import { type Decider, isAsked } from '../work/approval.ts'

export interface Member {
  readonly userId: string
  readonly role: Role
  readonly email: string
}

export type Audience =
  | { readonly type: 'admins'; readonly and: readonly string[] }
  | { readonly type: 'asked'; readonly assignees: readonly string[] }
  | { readonly type: 'authors'; readonly authors: readonly string[]; readonly except: string | null }

export function membersOf<M extends Member>(audience: Audience, members: readonly M[]): readonly M[] {
  switch (audience.type) {
    case 'admins':
      return members.filter(member => isAtLeast(member, 'admin') || audience.and.includes(member.userId))
    case 'asked':
      return members.filter(
        member =>
          isAtLeast(member, permissions['approval:decide'].role) && isAsked(audience, member as Decider),
      )
    case 'authors':
      return members.filter(({ userId }) => audience.authors.includes(userId) && userId !== audience.except)
  }
}

function isAtLeast({ role }: Member, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least)
}
