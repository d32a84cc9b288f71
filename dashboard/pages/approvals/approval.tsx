// One approval by its address, with the others that wait beside it.
import { getRouteApi } from '@tanstack/react-router'
import { Page } from '../../parts/page.tsx'
import { words } from '../../words/approvals.ts'
import { Decide } from './decide.tsx'
import { StatusTabs } from './status-tabs.tsx'

const route = getRouteApi('/in/approvals/$id')

export function ApprovalPage() {
  const { id } = route.useParams()
  return (
    <Page title={words.title}>
      <StatusTabs />
      <Decide id={id} />
    </Page>
  )
}
