// One notification, in the inbox and in the list: what happened, when, and the way to it. Opening it marks it
// as read.
import {
  Bird,
  CalendarX,
  CircleCheck,
  CircleX,
  CreditCard,
  Gauge,
  Hand,
  type LucideIcon,
  PlugZap,
  ServerCrash,
  ShieldAlert,
  Wallet,
  Webhook,
} from 'lucide-react'
import { IconButton } from '../../parts/button.tsx'
import { cx } from '../../parts/class-names.ts'
import { PathLink } from '../../parts/path-link.tsx'
import { Time } from '../../parts/time.tsx'
import { words } from '../../words/notifications.ts'
import { type Notification, useMarkRead } from './reading.ts'

const looks: Readonly<Record<string, readonly [LucideIcon, string]>> = {
  'execution.failed': [CircleX, 'text-bad'],
  'approval.requested': [Hand, 'text-warn'],
  'approval.decided': [CircleCheck, 'text-good'],
  'budget.reached': [Wallet, 'text-warn'],
  'canary.failing': [Bird, 'text-bad'],
  'schedule.refused': [CalendarX, 'text-bad'],
  'tool_server.down': [ServerCrash, 'text-bad'],
  'tool_server.recovered': [PlugZap, 'text-good'],
  'tool_server.quarantined': [ShieldAlert, 'text-warn'],
  'webhook.failing': [Webhook, 'text-bad'],
  'subscription.changed': [CreditCard, 'text-dim'],
}

export function NotificationRow({ notification }: { readonly notification: Notification }) {
  const { id, kind, title, body, link, read, updatedAt } = notification
  const markRead = useMarkRead()
  const [Icon, colour] = looks[kind] ?? [Gauge, 'text-warn']
  const open = () => {
    if (!read) markRead(id)
  }
  const text = (
    <>
      <span dir="auto" className={cx('line-clamp-2', !read && 'font-semibold')}>
        {title}
        {!read && <span className="sr-only"> · {words.isUnread}</span>}
      </span>
      {body !== '' && (
        <span dir="auto" className="line-clamp-2 text-sm text-dim">
          {body}
        </span>
      )}
      <Time at={updatedAt} className="text-xs text-faint" />
    </>
  )
  return (
    <li className="group relative flex items-start gap-3 px-3 py-2.5 hover:bg-hover">
      <Icon aria-hidden="true" className={cx('mt-0.5 size-4 shrink-0', colour)} />
      {link === null ? (
        <div className="flex min-w-0 flex-1 flex-col">{text}</div>
      ) : (
        <PathLink
          path={link}
          data-row
          onClick={open}
          className="flex min-w-0 flex-1 flex-col no-underline after:absolute after:inset-0"
        >
          {text}
        </PathLink>
      )}
      {!read && (
        <IconButton
          label={words.markRead}
          onClick={() => markRead(id)}
          className="relative -my-1 text-accent"
        >
          <span aria-hidden="true" className="size-2 rounded-full bg-accent" />
        </IconButton>
      )}
    </li>
  )
}
