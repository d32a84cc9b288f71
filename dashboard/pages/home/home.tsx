// The first page: what needs somebody, what runs, and the box that begins a workflow. An organization without
// workflows sees how to begin.
import { useQuery } from '@tanstack/react-query'
import { hasRole, useUser } from '../../app/session.ts'
import { Empty, Loaded } from '../../parts/notes.tsx'
import { useTitle } from '../../parts/page.tsx'
import { words } from '../../words/home.ts'
import { Ended, RunsNow } from './activity.tsx'
import { Describe } from './describe.tsx'
import { NeedsYou } from './needs.tsx'
import { reads } from './reads.ts'
import { Welcome } from './welcome.tsx'

export function HomePage() {
  useTitle(words.title)
  const workflows = useQuery(reads.firstWorkflow)
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-6 sm:px-6">
      <Loaded query={workflows}>{([first]) => (first === undefined ? <Nothing /> : <Everything />)}</Loaded>
    </div>
  )
}

function Nothing() {
  const user = useUser()
  if (hasRole(user, 'member')) return <Welcome />
  return (
    <>
      <h1 className="mb-4 text-xl font-semibold">{words.title}</h1>
      <Empty title={words.emptyForViewer}>{words.emptyForViewerHint}</Empty>
    </>
  )
}

function Everything() {
  const user = useUser()
  return (
    <>
      <h1 className="sr-only">{words.title}</h1>
      {hasRole(user, 'member') && <Describe className="mb-8" />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <NeedsYou />
        <div>
          <RunsNow />
          <Ended />
        </div>
      </div>
    </>
  )
}
