// Short messages at the edge, where no button of a page is: what was done, with a way back where there is
// one. They go after six seconds, and stay while the pointer or the focus is on them.
import { X } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { shownLine } from '../../domain/shown/shown.ts'
import { words } from '../words/common.ts'
import { Button, IconButton } from './button.tsx'
import { cx } from './class-names.ts'

export interface Toast {
  readonly text: string
  readonly tone?: 'good' | 'bad'
  readonly undo?: () => void
  /** Where one sees more of it. Toasts live outside of the router: the caller navigates. */
  readonly link?: { readonly href: string; readonly label: string; readonly open: () => void }
}

interface Shown extends Toast {
  readonly id: number
}

const lifetimeMs = 6_000
const most = 4
let shown: readonly Shown[] = []
let lastId = 0
const listeners = new Set<() => void>()

export function toast(message: Toast | string): void {
  const said = typeof message === 'string' ? { text: message } : message
  const facts = { ...said, text: shownLine(said.text) }
  shown = [...shown, { ...facts, id: ++lastId }].slice(-most)
  announce()
}

function dismiss(id: number): void {
  shown = shown.filter(each => each.id !== id)
  announce()
}

function announce(): void {
  for (const listener of listeners) listener()
}

export function Toasts() {
  const list = useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown,
  )
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 z-50 flex flex-col items-center gap-2 px-4 max-md:top-14 md:bottom-4 md:items-end"
    >
      {list.map(each => (
        <OneToast key={each.id} {...each} />
      ))}
    </div>
  )
}

function OneToast({ id, text, tone, undo, link }: Shown) {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => dismiss(id), lifetimeMs)
    return () => clearTimeout(timer)
  }, [id, isHeld])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps the message while somebody reads it
    <div
      className="pointer-events-auto flex max-w-full items-center gap-2 rounded-md border bg-raised py-1.5 pr-1.5 pl-3 shadow-float"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className={cx('min-w-0', tone === 'bad' && 'text-bad')}>{text}</span>
      {link && (
        <a
          href={link.href}
          className="shrink-0 px-1 font-medium text-accent"
          onClick={event => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            dismiss(id)
            link.open()
          }}
        >
          {link.label}
        </a>
      )}
      {undo && (
        <Button
          look="quiet"
          onClick={() => {
            dismiss(id)
            undo()
          }}
        >
          {words.undo}
        </Button>
      )}
      <IconButton label={words.close} onClick={() => dismiss(id)} className="size-7">
        <X className="size-3.5" />
      </IconButton>
    </div>
  )
}
