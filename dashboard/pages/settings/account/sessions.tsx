// Where the person is signed in, each with a way to end it.
import type { Item } from '../../../../http/client.ts'
import { readPages, sayError, useCall } from '../../../app/api.ts'
import { signOut } from '../../../app/session.ts'
import { Button } from '../../../parts/button.tsx'
import { Empty } from '../../../parts/notes.tsx'
import { Rows } from '../../../parts/rows.tsx'
import { Badge } from '../../../parts/status.tsx'
import { Table } from '../../../parts/table.tsx'
import { Time } from '../../../parts/time.tsx'
import { toast } from '../../../parts/toast.tsx'
import { words } from '../../../words/account.ts'
import { words as common } from '../../../words/common.ts'
import { deviceName } from './device.ts'

type Session = Item<'GET /api/v1/auth/sessions'>

export function Sessions() {
  return (
    <Rows<Session> options={readPages('GET /api/v1/auth/sessions')} empty={<Empty title={common.none} />}>
      {sessions => (
        <Table
          label={words.sessions}
          rows={sessions}
          keyOf={({ id }) => id}
          columns={[
            { name: words.device, cell: session => <Device session={session} />, width: 'minmax(0, 3fr)' },
            { name: words.address, cell: ({ address }) => address ?? words.unknownDevice },
            { name: words.signedIn, cell: ({ createdAt }) => <Time at={createdAt} />, width: '80px' },
            {
              name: words.used,
              cell: ({ lastUsedAt, createdAt }) => <Time at={lastUsedAt ?? createdAt} />,
              width: '88px',
              isSecondary: true,
            },
            {
              name: common.actions,
              cell: session => <SignOut session={session} />,
              width: '88px',
              align: 'end',
            },
          ]}
        />
      )}
    </Rows>
  )
}

function Device({ session: { userAgent, provider, current } }: { readonly session: Session }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="truncate" title={userAgent ?? undefined}>
        {deviceName(userAgent)}
        {provider !== null && <span className="text-dim"> {words.by(provider)}</span>}
      </span>
      {current && <Badge tone="good">{words.thisOne}</Badge>}
    </span>
  )
}

function SignOut({ session: { id, current, userAgent } }: { readonly session: Session }) {
  const end = useCall('DELETE /api/v1/auth/sessions/:id', {
    refreshes: ['GET /api/v1/auth/sessions'],
    onDone: () => toast(words.signedOut(deviceName(userAgent))),
  })
  const failed = (error: Error) => toast({ text: sayError(error), tone: 'bad' })
  return (
    <Button
      look={current ? 'plain' : 'danger'}
      isBusy={end.isPending}
      onClick={() => (current ? void signOut() : end.mutate({ params: { id } }, { onError: failed }))}
    >
      {words.signOut}
    </Button>
  )
}
