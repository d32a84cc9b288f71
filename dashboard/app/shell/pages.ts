// The pages of the sidebar and of the command palette.
import {
  BookOpen,
  Braces,
  CircleCheckBig,
  House,
  type LucideIcon,
  MessageCircle,
  Play,
  Settings,
  Store,
  Workflow,
} from 'lucide-react'
import { words } from '../../words/shell.ts'

export interface NavigationPage {
  readonly path: string
  readonly label: string
  readonly icon: LucideIcon
}

export const pages: readonly NavigationPage[] = [
  { path: '/', label: words.home, icon: House },
  { path: '/workflows', label: words.workflows, icon: Workflow },
  { path: '/runs', label: words.runs, icon: Play },
  { path: '/approvals', label: words.approvals, icon: CircleCheckBig },
  { path: '/chat', label: words.chat, icon: MessageCircle },
  { path: '/marketplace', label: words.marketplace, icon: Store },
  { path: '/settings', label: words.settings, icon: Settings },
]

export const guide: NavigationPage = { path: '/docs', label: words.guide, icon: BookOpen }

export const reference: NavigationPage = {
  path: '/docs/api-reference',
  label: words.reference,
  icon: Braces,
}
