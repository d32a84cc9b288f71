// The list of settings beside each of them.
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { words } from '../words/settings.ts'
import { hasRole, useUser } from './session.ts'
import { sections } from './settings-sections.ts'

export function SettingsFrame() {
  const user = useUser()
  const list = useRef<HTMLElement>(null)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  // On a phone the list is wider than the screen: where one is stands in sight.
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>('[data-status=active]')
    link?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [path])
  return (
    <div className="flex max-lg:flex-col">
      <nav
        ref={list}
        aria-label={words.settings}
        className="relative flex w-48 shrink-0 flex-col gap-5 px-4 py-6 max-lg:w-full max-lg:flex-row max-lg:gap-3 max-lg:overflow-x-auto max-lg:border-b max-lg:py-2"
      >
        {sections.map(([title, links]) => (
          <div key={title} className="flex flex-col gap-0.5 max-lg:flex-row">
            <h2 className="px-2 pb-1 text-xs font-medium text-faint max-lg:sr-only">{title}</h2>
            {links
              .filter(([, , least]) => hasRole(user, least))
              .map(([path, label]) => (
                <Link
                  key={path}
                  to={path}
                  className="rounded-md px-2 py-1 text-sm whitespace-nowrap text-dim no-underline hover:bg-hover hover:text-ink data-[status=active]:bg-accent-soft data-[status=active]:text-ink"
                >
                  {label}
                </Link>
              ))}
          </div>
        ))}
      </nav>
      <div className="min-w-0 flex-1 *:mx-0">
        <Outlet />
      </div>
    </div>
  )
}
