// Tabs that are links: each has an address, so that back, reload and sharing work.
import { Link, type LinkProps } from '@tanstack/react-router'

export type Tab = LinkProps & { readonly label: string; readonly count?: number | undefined }

export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label} className="mb-5 flex gap-4 overflow-x-auto border-b">
      {tabs.map(({ label, count, ...link }) => (
        <Link
          key={label}
          {...link}
          className="-mb-px flex items-center gap-1.5 border-b-2 border-transparent py-2 text-sm font-medium whitespace-nowrap text-dim no-underline hover:text-ink data-[status=active]:border-accent data-[status=active]:text-ink"
        >
          {label}
          {count !== undefined && count > 0 && (
            <span className="rounded-full bg-hover px-1.5 text-xs">{count}</span>
          )}
        </Link>
      ))}
    </nav>
  )
}
