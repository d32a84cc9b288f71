// The applications that act for the person in this organization, each with a way to end it.
import { shownKey, shownLine } from '../../../../domain/shown/shown.ts'
import type { Item } from '../../../../http/client.ts'
import { readPages, sayError, useCall } from '../../../app/api.ts'
import { Button } from '../../../parts/button.tsx'
import { Empty } from '../../../parts/notes.tsx'
import { Rows } from '../../../parts/rows.tsx'
import { Table } from '../../../parts/table.tsx'
import { Time } from '../../../parts/time.tsx'
import { toast } from '../../../parts/toast.tsx'
import { words as common } from '../../../words/common.ts'
import { words } from '../../../words/connections.ts'

type Connection = Item<'GET /api/v1/auth/connections'>

export function Connections() {
  return (
    <Rows<Connection>
      options={readPages('GET /api/v1/auth/connections')}
      empty={<Empty title={words.empty} />}
    >
      {connections => (
        <Table
          label={words.connected}
          rows={connections}
          keyOf={({ id }) => id}
          columns={[
            { name: words.application, cell: each => <Application of={each} />, width: 'minmax(0, 3fr)' },
            { name: words.may, cell: ({ scopes }) => scopes.join(', '), width: 'minmax(0, 2fr)' },
            { name: words.since, cell: ({ createdAt }) => <Time at={createdAt} />, width: '88px' },
            {
              name: words.used,
              cell: ({ lastUsedAt }) => (lastUsedAt === null ? words.never : <Time at={lastUsedAt} />),
              width: '88px',
              isSecondary: true,
            },
            { name: common.actions, cell: each => <Disconnect of={each} />, width: '104px', align: 'end' },
          ]}
        />
      )}
    </Rows>
  )
}

function Application({ of: { name, host } }: { readonly of: Connection }) {
  const [shownName, shownHost] = [asAsked(name), shownLine(host)]
  return (
    <span className="truncate" title={`${shownHost}, ${shownName}`}>
      <bdi>{shownName}</bdi> <bdi className="text-dim">{shownHost}</bdi>
    </span>
  )
}

/** As the page shows it that asks about the application; a plain name needs no quotes. */
function asAsked(name: string): string {
  const quoted = shownKey(name)
  return quoted === `"${name}"` ? name : quoted
}

function Disconnect({ of: { id, name } }: { readonly of: Connection }) {
  const end = useCall('DELETE /api/v1/auth/connections/:id', {
    refreshes: ['GET /api/v1/auth/connections'],
    onDone: () => toast(words.disconnected(name)),
  })
  const failed = (error: Error) => toast({ text: sayError(error), tone: 'bad' })
  return (
    <Button
      look="danger"
      isBusy={end.isPending}
      onClick={() => end.mutate({ params: { id } }, { onError: failed })}
    >
      {words.disconnect}
    </Button>
  )
}
