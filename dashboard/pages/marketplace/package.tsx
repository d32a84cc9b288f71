// The npm package that an entry runs: what would be installed, exactly. Whoever goes on names it.
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Answer } from '../../../http/client.ts'
import { read } from '../../app/api.ts'
import { Loaded } from '../../parts/notes.tsx'
import { words } from '../../words/marketplace.ts'

type Entry = Answer<'GET /api/v1/marketplace/tools/:id'>
type Package = Answer<'GET /api/v1/marketplace/tools/:id/package'>

/** Asks the npm registry, where there is something to ask. */
export function usePackage({ id, package: wanted }: Entry, isNeeded = true) {
  const asked = read('GET /api/v1/marketplace/tools/:id/package', { params: { id } })
  return useQuery({ ...asked, enabled: isNeeded && wanted !== null })
}

export function PackageNote({ query }: { readonly query: UseQueryResult<Package> }) {
  return (
    <Loaded query={query}>
      {found => (
        <div className="text-sm text-dim">
          <p>
            {words.runsPackage} <code className="text-ink">{found.package}</code>
          </p>
          <p className="font-mono text-xs break-all">{found.integrity}</p>
        </div>
      )}
    </Loaded>
  )
}
