// The inbox of approvals: what waits, to be decided one by one; what was decided, by status.
import { getRouteApi } from '@tanstack/react-router'
import { Page } from '../../parts/page.tsx'
import { words } from '../../words/approvals.ts'
import { Decide } from './decide.tsx'
import { History } from './history.tsx'
import { StatusTabs } from './status-tabs.tsx'

const route = getRouteApi('/in/approvals')

export function ApprovalsPage() {
  const { status = 'pending' } = route.useSearch()
  return (
    <Page title={words.title}>
      <StatusTabs />
      {status === 'pending' ? <Decide id={null} /> : <History key={status} status={status} />}
    </Page>
  )
}
