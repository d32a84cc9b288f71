// Who is told of what. Only members of the organization ever are: an address that an approval names and that nobody here
// has gets no mail.
//   failed execution                  who made the workflow, who made the version that ran, admins and owners
//   approval asked for                those who are asked and may decide
//   approval decided                  who made the workflow or the version that ran, except for who decided
//   limits, tool servers              admins and owners
//   failing webhook                   who made it, admins and owners
import { type Decider, isAsked } from './approval.ts'
import { permissions, type Role, roles } from './permissions.ts'

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
