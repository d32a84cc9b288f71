// The audit log: who did what, on what, when and from where, with filters that stand in the address.
import { getRouteApi, Link } from '@tanstack/react-router'
import type { Item } from '../../../../http/client.ts'
import { readPages } from '../../../app/api.ts'
import { Button } from '../../../parts/button.tsx'
import { Empty } from '../../../parts/notes.tsx'
import { Page } from '../../../parts/page.tsx'
import { Rows } from '../../../parts/rows.tsx'
import { type Column, Table } from '../../../parts/table.tsx'
import { exactTime } from '../../../parts/time.tsx'
import { actionWords, words } from '../../../words/settings/audit.ts'
import { ForAdmins } from '../shared/admins.tsx'
import { type NameOf, useKeyNames } from '../shared/names.ts'
import { AuditFilters } from './audit-filters.tsx'
import { auditQuery } from './search.ts'

type Entry = Item<'GET /api/v1/audit'>
const route = getRouteApi('/in/settings/audit')

export function AuditPage() {
  return (
    <ForAdmins title={words.title}>
      <Log />
    </ForAdmins>
  )
}

function Log() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const keyName = useKeyNames()
  const isFiltered = Object.keys(auditQuery(search)).length > 0
  const empty = isFiltered ? (
    <Empty
      title={words.noSuch}
      action={<Button onClick={() => void navigate({ search: {} })}>{words.clear}</Button>}
    >
      {words.noSuchHint}
    </Empty>
  ) : (
    <Empty title={words.emptyTitle}>{words.empty}</Empty>
  )
  return (
    <Page title={words.title} lead={words.lead}>
      <AuditFilters />
      <Rows<Entry> options={readPages('GET /api/v1/audit', { query: auditQuery(search) })} empty={empty}>
        {entries => (
          <Table label={words.title} columns={columnsOf(keyName)} rows={entries} keyOf={({ id }) => id} />
        )}
      </Rows>
    </Page>
  )
}

function columnsOf(keyName: NameOf): readonly Column<Entry>[] {
  return [
    {
      name: words.what,
      width: 'minmax(0, 3fr)',
      cell: entry => <What entry={entry} />,
    },
    { name: words.target, width: 'minmax(0, 3fr)', cell: ({ target }) => <Target value={target} /> },
    {
      name: words.who,
      width: 'minmax(0, 2fr)',
      cell: ({ actor }) => <Who value={actor} keyName={keyName} />,
    },
    {
      name: words.where,
      width: '7.5rem',
      cell: ({ address }) => <span title={address ?? ''}>{address ?? '–'}</span>,
    },
    {
      name: words.when,
      width: '13.5rem',
      cell: ({ createdAt }) => (
        <time dateTime={new Date(createdAt).toISOString()} className="text-sm">
          {exactTime(createdAt)}
        </time>
      ),
    },
  ]
}

function What({ entry: { action, details } }: { readonly entry: Entry }) {
  const facts = detailsText(details)
  return (
    <>
      <div className="truncate max-md:whitespace-normal" title={action}>
        {actionWords[action] ?? nameText(action)}
      </div>
      {facts !== '' && (
        <div className="truncate text-xs font-normal text-dim max-md:whitespace-normal" title={facts}>
          {facts}
        </div>
      )}
    </>
  )
}

/** `tool-server.tool-accepted` without words of its own: `Tool server: tool accepted`. */
function nameText(action: string): string {
  const text = action.replace('.', ': ').replaceAll('-', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function detailsText(details: Entry['details']): string {
  const say = (value: unknown) => (Array.isArray(value) ? value.join(', ') : String(value))
  return Object.entries(details)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name}: ${say(value)}`)
    .join(' · ')
}

/** What it was done to; leads to all entries about it. */
function Target({ value }: { readonly value: Entry['target'] }) {
  if (value === null) return <span className="text-faint">–</span>
  const name = value.name ?? value.id
  return (
    <Link
      from="/settings/audit"
      to="."
      search={before => ({ ...before, target: value.id })}
      title={words.onlyThis(name)}
      className="block truncate no-underline hover:underline max-md:whitespace-normal"
    >
      {name}
    </Link>
  )
}

function Who({ value, keyName }: { readonly value: Entry['actor']; readonly keyName: NameOf }) {
  if (value === null) return <span className="text-faint">{words.nobody}</span>
  const name = value.name ?? value.email ?? value.id
  const key = value.apiKeyId === null ? undefined : (keyName(value.apiKeyId) ?? value.apiKeyId)
  return (
    <>
      <div className="truncate" title={value.email ?? value.id}>
        {name}
      </div>
      {key !== undefined && (
        <div className="truncate text-xs text-dim" title={key}>
          {words.byThisKey(key)}
        </div>
      )}
    </>
  )
}
