// What can be installed, by words and by category.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useState } from 'react'
import type { Answer } from '../../../http/client.ts'
import { read, readPages } from '../../app/api.ts'
import { only } from '../../app/search.ts'
import { hasRole, useUser } from '../../app/session.ts'
import { Input, Select } from '../../parts/field.tsx'
import { Empty } from '../../parts/notes.tsx'
import { Page } from '../../parts/page.tsx'
import { Rows } from '../../parts/rows.tsx'
import { Badge } from '../../parts/status.tsx'
import { words } from '../../words/marketplace.ts'
import { Sources } from './sources.tsx'

type Entry = Answer<'GET /api/v1/marketplace/tools'>[number]

const route = getRouteApi('/in/marketplace')

export function MarketplacePage() {
  const { q, category } = route.useSearch()
  const navigate = useNavigate()
  const isAdmin = hasRole(useUser(), 'admin')
  const [text, setText] = useState(q ?? '')
  const wanted = useDeferredValue(text.trim()) || undefined
  const go = (search: { q: string | undefined; category: string | undefined }) =>
    void navigate({ to: '/marketplace', search: only(search), replace: true })
  useEffect(() => {
    if (wanted !== q) {
      void navigate({ to: '/marketplace', search: only({ q: wanted, category }), replace: true })
    }
  }, [wanted, q, category, navigate])
  const categories = useQuery(read('GET /api/v1/marketplace/categories', { query: { limit: 100 } }))
  const query = only({ search: q, category })
  return (
    <Page title={words.title} lead={words.lead}>
      <div className="mb-4 flex flex-wrap gap-2">
        <Input
          type="search"
          data-search
          aria-label={words.search}
          placeholder={words.search}
          className="max-w-sm"
          value={text}
          onChange={event => setText(event.target.value)}
        />
        <Select
          aria-label={words.category}
          className="max-w-56"
          value={category ?? ''}
          onChange={event => go({ q, category: event.target.value || undefined })}
        >
          <option value="">{words.all}</option>
          {categories.data?.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </Select>
      </div>
      <Rows<Entry>
        options={readPages('GET /api/v1/marketplace/tools', { query })}
        empty={<Empty title={words.none}>{words.noneLead}</Empty>}
      >
        {entries => (
          <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
            {entries.map(entry => (
              <li key={entry.id}>
                <EntryCard entry={entry} />
              </li>
            ))}
          </ul>
        )}
      </Rows>
      {isAdmin && <Sources />}
    </Page>
  )
}

function EntryCard({ entry }: { readonly entry: Entry }) {
  const { id, name, description, publisher, version, installed, updateAvailable } = entry
  return (
    <Link
      to="/marketplace/$slug"
      params={{ slug: id }}
      className="flex h-full flex-col gap-1 rounded-lg border bg-raised p-4 no-underline hover:bg-hover"
    >
      <span className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
        {updateAvailable ? (
          <Badge tone="busy">{words.update}</Badge>
        ) : (
          installed && <Badge tone="good">{words.installed}</Badge>
        )}
      </span>
      <span className="line-clamp-3 flex-1 text-sm text-dim">{description}</span>
      <span className="mt-1 truncate text-xs text-faint">{words.by(publisher, version)}</span>
    </Link>
  )
}
