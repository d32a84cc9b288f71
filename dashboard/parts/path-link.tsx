// A link to a path that the service gave, such as that of a notification. It never leaves this dashboard.
import { useNavigate } from '@tanstack/react-router'
import type { AnchorHTMLAttributes } from 'react'
import { ownPath } from '../app/own-path.ts'

interface PathLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly path: string
}

export function PathLink({ path, onClick, ...rest }: PathLinkProps) {
  const navigate = useNavigate()
  const href = ownPath(path)
  return (
    <a
      {...rest}
      href={href}
      onClick={event => {
        onClick?.(event)
        const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0
        if (opensElsewhere || event.defaultPrevented) return
        event.preventDefault()
        void navigate({ href })
      }}
    />
  )
}
