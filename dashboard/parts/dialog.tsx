// Dialogs: a panel above the page that keeps the focus, and asks. Escape and the backdrop close it.
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { shownLine } from '../../domain/shown/shown.ts'
import { sayError } from '../app/api.ts'
import { words } from '../words/common.ts'
import { Button, IconButton } from './button.tsx'
import { cx } from './class-names.ts'
import { Field, Input } from './field.tsx'
import { ErrorNote } from './notes.tsx'

export interface DialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: string
  readonly description?: ReactNode
  readonly children: ReactNode
  readonly isWide?: boolean
}

export function Dialog({ isOpen, onClose, title, description, children, isWide }: DialogProps) {
  return (
    <Radix.Root open={isOpen} onOpenChange={open => open || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-[oklch(0_0_0/0.4)]" />
        <Radix.Content
          {...(description === undefined && { 'aria-describedby': undefined })}
          className={cx(
            'fixed start-1/2 top-[8vh] z-40 flex max-h-[84vh] w-[calc(100vw-32px)] -translate-x-1/2 flex-col overflow-y-auto rounded-lg border bg-raised p-5 shadow-float rtl:translate-x-1/2',
            isWide ? 'max-w-2xl' : 'max-w-md',
          )}
        >
          <div className="mb-3 flex items-start gap-3">
            <Radix.Title className="flex-1 text-lg font-semibold wrap-anywhere">
              {shownLine(title)}
            </Radix.Title>
            <Radix.Close asChild>
              <IconButton label={words.close}>
                <X className="size-4" />
              </IconButton>
            </Radix.Close>
          </div>
          {description !== undefined && (
            <Radix.Description asChild>
              <div className="mb-4 text-dim">{description}</div>
            </Radix.Description>
          )}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

export interface ConfirmProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: string
  /** What will break, in words. */
  readonly children?: ReactNode
  readonly action: string
  /** What must be typed first, for acts without a way back. */
  readonly typed?: string
  /** What closes it without the act, where "Cancel" could be taken for the act. */
  readonly dismissal?: string
  /** There is nothing to act on. */
  readonly isDisabled?: boolean
  readonly look?: 'primary' | 'danger'
  readonly onConfirm: () => Promise<unknown>
}

/** Asks before an act, stays open while it runs, and shows why it failed. */
export function Confirm({
  isOpen,
  onClose,
  title,
  children,
  action,
  typed,
  dismissal = words.cancel,
  isDisabled = false,
  look = 'danger',
  onConfirm,
}: ConfirmProps) {
  const [text, setText] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const close = () => {
    setText('')
    setError(null)
    onClose()
  }
  async function confirm(): Promise<void> {
    setBusy(true)
    setError(null)
    try {
      await onConfirm()
      close()
    } catch (cause) {
      setError(sayError(cause))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog isOpen={isOpen} onClose={close} title={title}>
      <form
        className="flex flex-col gap-4"
        onSubmit={event => {
          event.preventDefault()
          void confirm()
        }}
      >
        {children}
        {typed !== undefined && (
          <Field label={words.typeToConfirm(typed)}>
            <Input value={text} onChange={event => setText(event.target.value)} autoComplete="off" />
          </Field>
        )}
        {error !== null && <ErrorNote>{error}</ErrorNote>}
        <div className="flex justify-end gap-2">
          <Button onClick={close}>{dismissal}</Button>
          <Button
            type="submit"
            look={look}
            isBusy={isBusy}
            disabled={isDisabled || (typed !== undefined && text.trim() !== typed)}
          >
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
