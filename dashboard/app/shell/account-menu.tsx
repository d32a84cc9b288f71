// Who is signed in, for which organization; the theme; signing out.
import { useNavigate } from '@tanstack/react-router'
import { ChevronsUpDown } from 'lucide-react'
import { Menu } from '../../parts/menu.tsx'
import { words } from '../../words/shell.ts'
import { signOut, useUser } from '../session.ts'
import { chooseTheme, themes, useTheme } from '../theme.ts'
import { guide } from './pages.ts'

export function AccountMenu() {
  const user = useUser()
  const theme = useTheme()
  const navigate = useNavigate()
  const trigger = (
    <button
      type="button"
      className="flex h-10 min-w-0 flex-1 items-center gap-2 rounded-md px-2 text-start text-sm hover:bg-hover"
    >
      <span
        aria-hidden="true"
        className="flex size-6 shrink-0 items-center justify-center rounded-full bg-accent-soft text-xs font-semibold text-ink"
      >
        {(user.name ?? user.email).charAt(0).toUpperCase()}
      </span>
      <span className="sr-only">{words.account}</span>
      <span className="min-w-0 flex-1 max-md:sr-only">
        <span className="block truncate leading-4">{user.name ?? user.email}</span>
        <span className="block truncate text-xs leading-4 text-dim">{user.organization.name}</span>
      </span>
      <ChevronsUpDown aria-hidden="true" className="size-3.5 shrink-0 text-faint max-md:hidden" />
    </button>
  )
  return (
    <Menu
      trigger={trigger}
      align="start"
      items={[
        { label: words.profile, onSelect: () => void navigate({ to: '/settings/profile' }) },
        { label: words.guide, onSelect: () => location.assign(guide.path) },
        null,
        ...themes
          .filter(each => each !== theme)
          .map(each => ({ label: words.theme[each], onSelect: () => chooseTheme(each) })),
        null,
        { label: words.signOut, onSelect: () => void signOut() },
      ]}
    />
  )
}
