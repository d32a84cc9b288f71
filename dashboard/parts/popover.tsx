// A floating panel beside a button, for what is more than a menu.
import { Popover as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

export interface PopoverProps {
  readonly trigger: ReactNode
  readonly label: string
  readonly children: ReactNode
  readonly isOpen?: boolean
  readonly onOpenChange?: (isOpen: boolean) => void
  readonly align?: 'start' | 'center' | 'end'
  /** Other measures than those of a small panel. */
  readonly className?: string
}

export function Popover({
  trigger,
  label,
  children,
  isOpen,
  onOpenChange,
  align = 'end',
  className = 'w-80 p-3',
}: PopoverProps) {
  return (
    <Radix.Root
      {...(isOpen !== undefined && { open: isOpen })}
      {...(onOpenChange !== undefined && { onOpenChange })}
    >
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className={cx(
            'z-50 max-h-[min(80vh,var(--radix-popover-content-available-height))] max-w-[calc(100vw-16px)] overflow-y-auto rounded-lg border bg-raised shadow-float',
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
