// Filters of approvals by status. Each has an address; what waits is the page itself.
import { Tabs } from '../../parts/tabs.tsx'
import { words } from '../../words/approvals.ts'
import { approvalStatuses } from './search.ts'

export function StatusTabs() {
  return (
    <Tabs
      label={words.filter}
      tabs={approvalStatuses.map(status => ({
        to: '/approvals',
        search: status === 'pending' ? {} : { status },
        activeOptions: { exact: true, includeSearch: true },
        label: words.tabs[status],
      }))}
    />
  )
}
