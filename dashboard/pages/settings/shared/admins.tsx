// What a page says to somebody whose role does not reach: who can do it.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { hasRole, useUser } from '../../../app/session.ts'
import { Empty } from '../../../parts/notes.tsx'
import { Page } from '../../../parts/page.tsx'
import { words } from '../../../words/settings/admins.ts'
import { everybody } from './names.ts'

/** The page for admins and owners; for others, who they are. */
export function ForAdmins({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  if (hasRole(useUser(), 'admin')) return children
  return (
    <Page title={title}>
      <Empty title={words.only}>
        <p>{words.ask}</p>
        <Admins />
      </Empty>
    </Page>
  )
}

/** Admins and owners by name and address. */
export function Admins() {
  const { data } = useQuery(everybody)
  const admins = data?.filter(each => each.status === 'active' && ['admin', 'owner'].includes(each.role))
  return (
    <ul aria-label={words.admins} className="mt-2 flex flex-col gap-1">
      {admins?.map(({ userId, name, email }) => (
        <li key={userId}>
          {name !== null && `${name} · `}
          <a href={`mailto:${encodeURIComponent(email)}`}>{email}</a>
        </li>
      ))}
    </ul>
  )
}
