// Usage: what is left of the month, where it went by day, workflow, tool and key, and what costs how much.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api, keyOf } from '../../../app/api.ts'
import { Field, Input, Select } from '../../../parts/field.tsx'
import { ErrorNote, Loaded } from '../../../parts/notes.tsx'
import { Page } from '../../../parts/page.tsx'
import { useNow } from '../../../parts/time.tsx'
import { words } from '../../../words/settings/usage.ts'
import { type DayRange, dayText, type RangeName, rangeOf, ranges, type UsageSearch } from './range.ts'
import { Rates } from './rates.tsx'
import { UsageDays } from './usage-days.tsx'
import { UsageLimit } from './usage-limit.tsx'
import { UsageTables } from './usage-tables.tsx'

const route = getRouteApi('/in/settings/usage')

export function UsagePage() {
  const search = route.useSearch()
  const now = useNow(3_600_000)
  const range = rangeOf(search, now)
  return (
    <Page title={words.title} lead={words.lead} actions={<RangeField search={search} now={now} />}>
      <UsageLimit />
      {range === null ? (
        <div className="mb-8">
          <ErrorNote>{words.badRange}</ErrorNote>
        </div>
      ) : (
        <>
          <Days range={range} />
          <UsageTables range={range} by={search.by ?? 'workflow'} />
        </>
      )}
      <Rates />
    </Page>
  )
}

function RangeField({ search, now }: { readonly search: UsageSearch; readonly now: number }) {
  const navigate = route.useNavigate()
  const choose = (changes: UsageSearch) =>
    void navigate({ search: before => ({ ...before, ...changes }), replace: true })
  const chosen = search.range ?? 'month'
  const current = rangeOf({ ...search, range: chosen }, now)
  return (
    <div className="flex flex-wrap items-end gap-2">
      {chosen === 'custom' && (
        <>
          <Field label={words.from}>
            <Input
              type="date"
              value={search.from ?? ''}
              onChange={event => choose({ from: event.target.value })}
            />
          </Field>
          <Field label={words.to}>
            <Input
              type="date"
              value={search.to ?? ''}
              onChange={event => choose({ to: event.target.value })}
            />
          </Field>
        </>
      )}
      <Field label={words.range}>
        <Select
          value={chosen}
          onChange={event => {
            const range = event.target.value as RangeName
            const days =
              range === 'custom' && current !== null
                ? { from: dayText(current.from), to: dayText(current.to) }
                : {}
            void navigate({
              search: ({ by }) => ({ ...(by && { by }), range, ...days }),
              replace: true,
            })
          }}
        >
          {ranges.map(range => (
            <option key={range} value={range}>
              {words.ranges[range]}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  )
}

/** Every day of the range, however many pages they are. */
function Days({ range }: { readonly range: DayRange }) {
  const query = useQuery({
    queryKey: [...keyOf('GET /api/v1/usage', { query: { by: 'day', ...range } }), 'all'],
    queryFn: () =>
      Array.fromAsync(api.pages('GET /api/v1/usage', { query: { by: 'day', ...range, limit: 100 } })),
    placeholderData: before => before,
  })
  return <Loaded query={query}>{rows => <UsageDays rows={rows} range={range} />}</Loaded>
}
