// The decision itself: two buttons that a thumb reaches, and the reason of a denial. At the bottom of the
// window on a phone, at the bottom of the card elsewhere.
import { Check, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { TextArea } from '../../parts/field.tsx'
import { words } from '../../words/approvals.ts'

export interface BarProps {
  readonly isDenying: boolean
  readonly onDenying: (isDenying: boolean) => void
  readonly onApprove: () => void
  readonly onDeny: (reason: string) => void
  readonly isBusy: boolean
  readonly isReady: boolean
  readonly isChanged: boolean
}

const big = 'max-md:h-12 max-md:flex-1 max-md:text-base'

export function Bar({ isDenying, onDenying, onApprove, onDeny, isBusy, isReady, isChanged }: BarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const [reason, setReason] = useState('')
  useEffect(() => {
    if (isDenying) bar.current?.querySelector('textarea')?.focus()
  }, [isDenying])
  const deny = () => onDeny(reason.trim())
  return (
    <div
      ref={bar}
      className="z-10 flex flex-col gap-2 border-t bg-raised p-3 max-md:fixed max-md:inset-x-0 max-md:bottom-[53px] max-md:shadow-float md:sticky md:bottom-0 md:rounded-b-lg md:px-5"
    >
      {isDenying && (
        <TextArea
          rows={2}
          value={reason}
          onChange={event => setReason(event.target.value)}
          maxLength={2_000}
          dir="auto"
          aria-label={words.reason}
          placeholder={words.reason}
          onKeyDown={event => {
            if (event.key === 'Escape') onDenying(false)
            else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) deny()
          }}
        />
      )}
      <div className="flex gap-2">
        {isDenying ? (
          <>
            <Button
              look="danger"
              className={big}
              icon={<X aria-hidden="true" className="size-4" />}
              isBusy={isBusy}
              onClick={deny}
            >
              {words.deny}
            </Button>
            <Button className={big} disabled={isBusy} onClick={() => onDenying(false)}>
              {words.back}
            </Button>
          </>
        ) : (
          <>
            <Button
              look="primary"
              className={big}
              icon={<Check aria-hidden="true" className="size-4" />}
              isBusy={isBusy}
              disabled={!isReady}
              aria-keyshortcuts={words.keys.approve}
              onClick={onApprove}
            >
              {isChanged ? words.approveChanged : words.approve}
              <Key>{words.keys.approve}</Key>
            </Button>
            <Button
              className={big}
              icon={<X aria-hidden="true" className="size-4" />}
              disabled={!isReady || isBusy}
              aria-keyshortcuts={words.keys.deny}
              onClick={() => onDenying(true)}
            >
              {words.deny}
              <Key>{words.keys.deny}</Key>
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

function Key({ children }: { readonly children: string }) {
  return (
    <span aria-hidden="true" className="font-mono text-xs opacity-75 max-md:hidden">
      {children}
    </span>
  )
}
