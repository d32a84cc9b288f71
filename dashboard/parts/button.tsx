// Buttons, and links that look like them. A busy button keeps its width and takes no second click.
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { cx } from './class-names.ts'
import { Spinner } from './spinner.tsx'

export type Look = 'primary' | 'plain' | 'quiet' | 'danger'

const base =
  'inline-flex items-center justify-center gap-1.5 rounded-md h-8 text-sm font-medium whitespace-nowrap select-none border transition-colors duration-100 disabled:opacity-55 disabled:cursor-not-allowed no-underline'
const looks: Readonly<Record<Look, string>> = {
  primary: 'bg-accent text-on-accent border-transparent hover:bg-accent-hover',
  plain: 'bg-raised text-ink border-line hover:bg-hover',
  quiet: 'bg-transparent text-dim border-transparent hover:bg-hover hover:text-ink',
  danger: 'bg-raised text-bad border-line hover:bg-bad-soft hover:border-bad',
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: Look
  readonly isBusy?: boolean
  readonly icon?: ReactNode
}

export function Button({
  look = 'plain',
  isBusy = false,
  icon,
  children,
  className,
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled === true || isBusy}
      aria-busy={isBusy || undefined}
      className={cx(base, !isSized(className) && 'px-3', looks[look], className)}
    >
      {isBusy ? <Spinner /> : icon}
      {children}
    </button>
  )
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** What it does: its name for those who do not see it, and its title. */
  readonly label: string
  readonly look?: Look
}

export function IconButton({ label, look = 'quiet', className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={cx(base, looks[look], 'w-8 shrink-0', className)}
    >
      {children}
    </button>
  )
}

type ButtonLinkProps = LinkProps & {
  readonly look?: Look
  readonly icon?: ReactNode
  readonly className?: string
  readonly children?: ReactNode
}

export function ButtonLink({ look = 'plain', icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={cx(base, !isSized(className) && 'px-3', looks[look], className)}>
      {icon}
      {children}
    </Link>
  )
}

/** A width of its own leaves no room for the space at the sides. */
function isSized(className: string | undefined): boolean {
  return className?.includes('px-0') ?? false
}
