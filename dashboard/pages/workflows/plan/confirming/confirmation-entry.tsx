// One entry of what somebody confirms: how much it weighs, what it says, the words that ask for it.
import { useId } from 'react'
import { type LineParts, lineParts } from '../../../../../domain/shown/entry-lines.ts'
import { shownText } from '../../../../../domain/shown/shown.ts'
import { cx } from '../../../../parts/class-names.ts'
import { Time } from '../../../../parts/time.tsx'
import { words } from '../../../../words/workflow/confirming.ts'

/** Of the API, and of the SDK of chats. */
export interface Entry {
  readonly id: string
  readonly kind: string
  readonly severity: 'tick' | 'warning' | 'info'
  readonly step: string | null
  readonly says: string
  readonly quote?: string | undefined
  readonly options?: readonly string[] | undefined
  readonly times?: readonly number[] | undefined
}

export interface ConfirmationEntryProps {
  readonly entry: Entry
  readonly isTicked: boolean
  /** Null: nobody here may. */
  readonly onTick: ((isOn: boolean) => void) | null
}

const tones: Readonly<Record<Entry['severity'], string>> = {
  tick: 'bg-bad-soft text-bad',
  warning: 'bg-warn-soft text-warn',
  info: 'bg-busy-soft text-busy',
}

export function ConfirmationEntry({ entry, isTicked, onTick }: ConfirmationEntryProps) {
  const { kind, severity, says, quote, options = [], times = [], step } = entry
  const id = useId()
  const isTick = severity === 'tick'
  return (
    <li
      className={cx(
        'flex gap-3 rounded-lg border bg-raised px-3 py-2.5',
        isTick && (isTicked ? 'border-strong' : 'border-bad'),
      )}
    >
      {isTick && onTick !== null && (
        <input
          type="checkbox"
          checked={isTicked}
          onChange={event => onTick(event.target.checked)}
          aria-labelledby={`${id}-says`}
          className="mt-0.5 size-4 shrink-0 accent-accent"
        />
      )}
      <div className="min-w-0 flex-1">
        <p className="mb-1 flex flex-wrap items-center gap-2 text-xs">
          <span className={cx('rounded px-1.5 py-0.5 font-medium', tones[severity])}>
            {words.kinds[kind] ?? kind}
          </span>
          {step !== null && <code className="font-mono text-dim">{step}</code>}
        </p>
        <div id={`${id}-says`} dir="ltr" className="flex flex-col gap-0.5 text-sm">
          {says.split('\n').map((line, at) => (
            <Line key={at} line={line} isFirst={at === 0} />
          ))}
        </div>
        {quote !== undefined && (
          <p className="mt-1.5 border-s-2 ps-2 text-sm text-dim">
            {words.asked} <bdi className="wrap-anywhere">{shownText(quote)}</bdi>
          </p>
        )}
        {options.length > 0 && (
          <p className="mt-1.5 text-xs wrap-anywhere text-dim">
            {words.options} <bdi>{options.map(shownText).join(', ')}</bdi>
          </p>
        )}
        {times.length > 0 && (
          <p className="mt-1.5 text-xs text-dim">
            {words.next}{' '}
            {times.map((at, index) => (
              <span key={at}>
                {index > 0 && ', '}
                <Time at={at} />
              </span>
            ))}
          </p>
        )}
      </div>
    </li>
  )
}

const unsaidLook = 'rounded bg-warn-soft px-1 py-0.5 font-medium text-warn'

function isUnsaid(mark: LineParts['mark']): boolean {
  return mark === 'unsaid' || mark === 'unrequested'
}

/** Each value is a run of its own, so that letters from right to left move nothing beside them. */
function Line({ line, isFirst }: { readonly line: string; readonly isFirst: boolean }) {
  const { name, value, mark } = lineParts(line)
  if (isFirst && name === null && mark === null) return <p className="wrap-anywhere">{line}</p>
  return (
    <p className={cx('wrap-anywhere', name !== null && 'ps-3 font-mono text-xs leading-5')}>
      {name !== null && <span className="text-dim">{name}: </span>}
      <bdi>{value}</bdi>
      {mark !== null && (
        <span className={cx('ms-2 font-sans text-xs', isUnsaid(mark) ? unsaidLook : 'text-dim')}>
          {words[mark]}
        </span>
      )}
    </p>
  )
}
