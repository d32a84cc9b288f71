// A menu of acts behind a button: arrows, letters and Escape work.
import { Ellipsis } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { words } from '../words/common.ts'
import { IconButton } from './button.tsx'
import { cx } from './class-names.ts'

export interface MenuItem {
  readonly label: string
  readonly icon?: ReactNode
  readonly onSelect: () => void
  readonly isDangerous?: boolean
  readonly isDisabled?: boolean
}

export interface MenuProps {
  /** Items; null draws a line. */
  readonly items: readonly (MenuItem | null)[]
  /** Default: three dots. */
  readonly trigger?: ReactNode
  readonly label?: string
  readonly align?: 'start' | 'end'
}

export function Menu({ items, trigger, label = words.actions, align = 'end' }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        {trigger ?? (
          <IconButton label={label}>
            <Ellipsis className="size-4" />
          </IconButton>
        )}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-[70vh] min-w-44 overflow-y-auto rounded-md border bg-raised p-1 shadow-float"
        >
          {items.map((item, index) =>
            item === null ? (
              <DropdownMenu.Separator key={index} className="my-1 border-t" />
            ) : (
              <DropdownMenu.Item
                key={item.label}
                disabled={item.isDisabled ?? false}
                onSelect={item.onSelect}
                className={cx(
                  'flex h-8 cursor-default items-center gap-2 rounded-sm px-2 text-sm outline-none data-[disabled]:opacity-50 data-[highlighted]:bg-hover',
                  item.isDangerous && 'text-bad',
                )}
              >
                {item.icon}
                {item.label}
              </DropdownMenu.Item>
            ),
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
