// The keys as a table, with what can be done to each: rotate and revoke.
import { KeyRound, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { Menu } from '../../../parts/menu.tsx'
import { type Column, Table } from '../../../parts/table.tsx'
import { dayOf, exactTime, Time, useNow } from '../../../parts/time.tsx'
import { words as common } from '../../../words/common.ts'
import { words } from '../../../words/settings/api-keys.ts'
import { useMemberNames } from '../shared/names.ts'
import { RevokeKey, RotateKey } from './key-dialogs.tsx'
import { type CreatedKey, type Key, limitsOf } from './key-texts.ts'

type Act = { readonly kind: 'rotate' | 'revoke'; readonly key: Key }

export function KeyTable({
  keys,
  onRotated,
}: {
  readonly keys: readonly Key[]
  readonly onRotated: (key: CreatedKey) => void
}) {
  const [act, setAct] = useState<Act | null>(null)
  const nameOf = useMemberNames()
  const close = () => setAct(null)
  const columns: readonly Column<Key>[] = [
    {
      name: words.name,
      width: 'minmax(0, 5fr)',
      cell: key => <KeyName value={key} by={nameOf(key.createdBy)} />,
    },
    { name: words.mayDo, width: 'minmax(0, 5fr)', cell: key => <Rights value={key} /> },
    {
      name: words.lastUsed,
      width: '6.5rem',
      cell: ({ lastUsedAt }) =>
        lastUsedAt === null ? <span className="text-faint">{words.never}</span> : <Time at={lastUsedAt} />,
    },
    { name: words.expires, width: '7rem', cell: key => <Expiry value={key} /> },
    {
      name: common.actions,
      width: '4rem',
      align: 'end',
      cell: key => (
        <Menu
          label={`${common.actions}: ${key.name}`}
          items={[
            {
              label: words.rotate,
              icon: <RotateCw className="size-4" />,
              onSelect: () => setAct({ kind: 'rotate', key }),
            },
            {
              label: words.revoke,
              icon: <KeyRound className="size-4" />,
              onSelect: () => setAct({ kind: 'revoke', key }),
              isDangerous: true,
            },
          ]}
        />
      ),
    },
  ]
  return (
    <>
      <Table label={words.title} columns={columns} rows={keys} keyOf={({ id }) => id} />
      {act?.kind === 'rotate' && <RotateKey value={act.key} onClose={close} onRotated={onRotated} />}
      {act?.kind === 'revoke' && <RevokeKey value={act.key} onClose={close} />}
    </>
  )
}

function KeyName({ value, by }: { readonly value: Key; readonly by: string | undefined }) {
  return (
    <div className="min-w-0">
      <div className="truncate font-medium max-md:whitespace-normal" title={value.name}>
        {value.name}
      </div>
      <div className="truncate text-xs font-normal text-dim">
        <code className="font-mono">{value.prefix}…</code> {by !== undefined && words.by(by)}
      </div>
    </div>
  )
}

function Rights({ value }: { readonly value: Key }) {
  const limits = limitsOf(value).join(' · ')
  return (
    <div className="min-w-0">
      <div className="truncate max-md:whitespace-normal">
        {value.scopes.map(scope => words.scopeWords[scope]).join(', ')}
      </div>
      {limits !== '' && (
        <div className="line-clamp-2 text-xs whitespace-normal text-dim" title={limits}>
          {limits}
        </div>
      )}
    </div>
  )
}

function Expiry({ value: { expiresAt, graceUntil } }: { readonly value: Key }) {
  const now = useNow(60_000)
  if (graceUntil !== null && graceUntil > now)
    return (
      <div className="text-xs whitespace-normal text-warn">{words.graceUntil(exactTime(graceUntil))}</div>
    )
  if (expiresAt === null) return <span className="text-faint">{words.never}</span>
  if (expiresAt <= now) return <span className="text-bad">{words.expired(dayOf(expiresAt))}</span>
  return <Time at={expiresAt} />
}
