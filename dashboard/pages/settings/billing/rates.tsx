// What each kind of work costs in compute units.
import { useQuery } from '@tanstack/react-query'
import type { Item } from '../../../../http/client.ts'
import { read } from '../../../app/api.ts'
import { Loaded } from '../../../parts/notes.tsx'
import { Section } from '../../../parts/page.tsx'
import { type Column, Table } from '../../../parts/table.tsx'
import { numberText } from '../../../parts/time.tsx'
import { rateWords, words } from '../../../words/settings/usage.ts'

type Rate = Item<'GET /api/v1/usage/cu'>

const columns: readonly Column<Rate>[] = [
  { name: words.rate, cell: ({ unit, description }) => rateWords[unit] ?? description },
  { name: words.perUnit, width: '6rem', align: 'end', cell: ({ cu }) => numberText(cu) },
]

export function Rates() {
  const query = useQuery(read('GET /api/v1/usage/cu'))
  return (
    <Section title={words.rates} lead={words.ratesLead}>
      <Loaded query={query}>
        {rates => <Table label={words.rates} columns={columns} rows={rates} keyOf={({ unit }) => unit} />}
      </Loaded>
    </Section>
  )
}
