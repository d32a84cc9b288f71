// Statuses: a hue and a shape each, so that nobody needs to see colours.
import {
  Ban,
  CircleCheck,
  CircleDashed,
  CircleMinus,
  CircleX,
  Clock,
  Hand,
  LoaderCircle,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react'
import { statusWords } from '../words/statuses.ts'
import { cx } from './class-names.ts'

export type Tone = 'good' | 'bad' | 'warn' | 'busy' | 'quiet'

const tones: Readonly<Record<Tone, string>> = {
  good: 'bg-good-soft text-good',
  bad: 'bg-bad-soft text-bad',
  warn: 'bg-warn-soft text-warn',
  busy: 'bg-busy-soft text-busy',
  quiet: 'bg-hover text-dim',
}

const looks: Readonly<Record<string, readonly [Tone, LucideIcon]>> = {
  completed: ['good', CircleCheck],
  approved: ['good', CircleCheck],
  delivered: ['good', CircleCheck],
  healthy: ['good', CircleCheck],
  ready: ['good', CircleCheck],
  active: ['good', CircleCheck],
  failed: ['bad', CircleX],
  denied: ['quiet', CircleMinus],
  down: ['bad', CircleX],
  awaiting_approval: ['warn', Hand],
  pending: ['warn', Hand],
  parked: ['warn', TriangleAlert],
  degraded: ['warn', TriangleAlert],
  past_due: ['warn', TriangleAlert],
  needs_review: ['warn', TriangleAlert],
  invited: ['warn', Clock],
  running: ['busy', LoaderCircle],
  waiting: ['busy', Clock],
  retrying: ['busy', Clock],
  queued: ['quiet', CircleDashed],
  skipped: ['quiet', CircleDashed],
  expired: ['quiet', Clock],
  cancelled: ['quiet', Ban],
  canceled: ['quiet', Ban],
}

export function toneOf(status: string): Tone {
  return looks[status]?.[0] ?? 'quiet'
}

export function StatusIcon({ status, className }: { readonly status: string; readonly className?: string }) {
  const [tone, Icon] = looks[status] ?? (['quiet', CircleDashed] as const)
  const colour = tones[tone].split(' ')[1]
  return (
    <Icon
      role="img"
      aria-label={statusWords(status)}
      className={cx('size-4 shrink-0', colour, status === 'running' && 'turn', className)}
    />
  )
}

export function StatusBadge({ status, label }: { readonly status: string; readonly label?: string }) {
  const [tone, Icon] = looks[status] ?? (['quiet', CircleDashed] as const)
  return (
    <Badge tone={tone}>
      <Icon aria-hidden="true" className={cx('size-3.5', status === 'running' && 'turn')} />
      {label ?? statusWords(status)}
    </Badge>
  )
}

export function Badge({
  tone = 'quiet',
  children,
}: {
  readonly tone?: Tone
  readonly children: React.ReactNode
}) {
  return (
    <span
      className={cx(
        'inline-flex h-5 items-center gap-1 rounded-full px-2 text-xs font-medium whitespace-nowrap',
        tones[tone],
      )}
    >
      {children}
    </span>
  )
}
