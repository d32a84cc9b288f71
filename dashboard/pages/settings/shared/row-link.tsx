// The first cell of a row that opens a page: a link, cut at its end where there is no room.
import { Link } from '@tanstack/react-router'

export function RowLink({ path, children }: { readonly path: string; readonly children: string }) {
  return (
    <Link
      to={path}
      title={children}
      className="block truncate font-medium no-underline hover:underline max-md:whitespace-normal"
    >
      {children}
    </Link>
  )
}
