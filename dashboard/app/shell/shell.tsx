// The frame around every page of somebody who is signed in: navigation at the side (at the bottom of a
// phone), search, the inbox, the account. It follows what changes on the service, and says when it cannot.
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Inbox } from '../../pages/notifications/inbox.tsx'
import { cx } from '../../parts/class-names.ts'
import { words } from '../../words/shell.ts'
import { followChanges, useLive } from '../live.ts'
import { AccountMenu } from './account-menu.tsx'
import { guide, pages, reference } from './pages.ts'
import { reads } from './reads.ts'
import { useShortcuts } from './shortcuts.ts'

const Palette = lazy(() => import('./palette.tsx').then(module => ({ default: module.Palette })))
const Keys = lazy(() => import('./keys.tsx').then(module => ({ default: module.Keys })))

export function Shell() {
  const [isSearching, setSearching] = useState(false)
  const [showsKeys, setShowsKeys] = useState(false)
  useShortcuts({ search: () => setSearching(true), keys: () => setShowsKeys(true) })
  useEffect(followChanges, [])
  return (
    <div className="flex min-h-dvh max-md:flex-col">
      <a
        href="#content"
        className="absolute start-2 top-2 z-50 -translate-y-20 rounded-md bg-accent px-3 py-1.5 text-on-accent focus:translate-y-0"
      >
        {words.skip}
      </a>
      <aside className="sticky top-0 flex w-56 shrink-0 flex-col gap-4 border-e bg-sunken p-3 max-md:z-20 max-md:w-full max-md:flex-row max-md:items-center max-md:gap-2 max-md:border-e-0 max-md:border-b max-md:px-3 max-md:py-2 md:h-dvh">
        <Link
          to="/"
          className="flex items-center gap-2 px-2 pt-1 font-semibold no-underline max-md:px-0 max-md:pt-0"
        >
          <img src="/icon.svg" alt="" className="size-5" />
          Troupe
        </Link>
        <button
          type="button"
          onClick={() => setSearching(true)}
          className="flex h-8 items-center gap-2 rounded-md border bg-raised px-2 text-sm text-dim hover:text-ink max-md:ms-auto"
        >
          <Search aria-hidden="true" className="size-4" />
          <span className="min-w-0 flex-1 truncate text-start max-md:sr-only">{words.search}</span>
          <kbd className="font-sans text-xs text-faint max-md:hidden">Ctrl K</kbd>
        </button>
        <Navigation />
        <div className="flex items-center gap-1 md:mt-auto">
          <AccountMenu />
          <Inbox />
        </div>
      </aside>
      <main id="content" tabIndex={-1} className="min-w-0 flex-1 outline-none max-md:pb-16">
        <ConnectionNote />
        <Outlet />
      </main>
      <Suspense>
        {isSearching && <Palette onClose={() => setSearching(false)} />}
        {showsKeys && <Keys onClose={() => setShowsKeys(false)} />}
      </Suspense>
    </div>
  )
}

function Navigation() {
  const waiting = useQuery(reads.approvals)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const isHere = (page: string) =>
    page === '/' ? path === '/' : path === page || path.startsWith(`${page}/`)
  return (
    <nav
      aria-label={words.pages}
      className="flex flex-col gap-0.5 max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-20 max-md:flex-row max-md:justify-around max-md:border-t max-md:bg-sunken max-md:px-1 max-md:py-1"
    >
      {pages.map(({ path: to, label, icon: Icon }) => (
        <Link
          key={to}
          to={to}
          aria-current={isHere(to) ? 'page' : undefined}
          title={label}
          className={cx(
            'relative flex h-8 items-center gap-2.5 rounded-md px-2 text-sm no-underline max-md:h-11 max-md:w-11 max-md:justify-center max-md:px-0',
            isHere(to) ? 'bg-accent-soft font-medium text-ink' : 'text-dim hover:bg-hover hover:text-ink',
          )}
        >
          <Icon aria-hidden="true" className="size-4 shrink-0 max-md:size-5" />
          <span className="max-md:sr-only">{label}</span>
          {to === '/approvals' && (waiting.data?.length ?? 0) > 0 && (
            <span
              title={words.waitingApprovals(waiting.data!.length)}
              className="ms-auto rounded-full bg-warn-soft px-1.5 text-xs text-warn max-md:absolute max-md:end-0.5 max-md:top-0.5 max-md:ms-0"
            >
              {waiting.data!.length > 99 ? '99+' : waiting.data!.length}
            </span>
          )}
        </Link>
      ))}
      {[guide, reference].map(({ path: to, label, icon: Icon }) => (
        <a
          key={to}
          href={to}
          className="flex h-8 items-center gap-2.5 rounded-md px-2 text-sm text-dim no-underline hover:bg-hover hover:text-ink max-md:hidden"
        >
          <Icon aria-hidden="true" className="size-4 shrink-0" />
          {label}
        </a>
      ))}
    </nav>
  )
}

function ConnectionNote() {
  const live = useLive()
  if (live !== 'lost') return null
  return (
    <div role="status" className="sticky top-0 z-20 bg-warn-soft px-4 py-1.5 text-center text-sm text-warn">
      {words.lost}
    </div>
  )
}
