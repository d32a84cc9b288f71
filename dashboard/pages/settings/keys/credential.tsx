// One credential: where it may go, what uses it, which requests carried it. Its secret is shown to nobody.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { Answer } from '../../../../http/client.ts'
import { read } from '../../../app/api.ts'
import { hasRole, useUser } from '../../../app/session.ts'
import { Button } from '../../../parts/button.tsx'
import { Code } from '../../../parts/copy.tsx'
import { Loaded, Note } from '../../../parts/notes.tsx'
import { Page, Section } from '../../../parts/page.tsx'
import { Badge } from '../../../parts/status.tsx'
import { Time } from '../../../parts/time.tsx'
import { words as common } from '../../../words/common.ts'
import { words } from '../../../words/settings/credentials.ts'
import { DeleteCredential, EditCredential, ReplaceSecret } from './credential-dialogs.tsx'
import { CredentialUses, Users } from './credential-uses.tsx'
import { hostText } from './hosts-field.tsx'

const route = getRouteApi('/in/settings/credentials/$id')
const parent = { to: '/settings/credentials', label: words.title } as const

export function CredentialPage() {
  const { id } = route.useParams()
  const query = useQuery(read('GET /api/v1/credentials/:id', { params: { id } }))
  if (query.data !== undefined) return <Detail value={query.data} />
  return (
    <Page title={words.title} parent={parent}>
      <Loaded query={query}>{() => null}</Loaded>
    </Page>
  )
}

type Act = 'edit' | 'replace' | 'delete'

function Detail({ value }: { readonly value: Answer<'GET /api/v1/credentials/:id'> }) {
  const canChange = hasRole(useUser(), 'admin')
  const [act, setAct] = useState<Act | null>(null)
  const close = () => setAct(null)
  const actions = canChange && (
    <>
      <Button onClick={() => setAct('edit')}>{words.edit}</Button>
      <Button onClick={() => setAct('replace')}>{words.replace}</Button>
      <Button look="danger" onClick={() => setAct('delete')}>
        {common.delete}
      </Button>
    </>
  )
  const host = value.allowedHosts.find(each => !each.includes('*')) ?? 'api.example.com'
  return (
    <Page
      title={value.name}
      parent={parent}
      badge={<Badge>{words.kinds[value.kind]}</Badge>}
      lead={words.kindHints[value.kind]}
      actions={actions}
    >
      <Section title={words.hosts}>
        {value.warning === null ? (
          <p>{hostText(value.allowedHosts)}</p>
        ) : (
          <Note tone="warn">
            {words.anyHost}. {words.anyWarning}
          </Note>
        )}
        <p className="mt-2 text-sm text-dim">
          {words.secretVersion(value.version)} · {words.lastUsed}:{' '}
          {value.lastUsedAt === null ? words.never : <Time at={value.lastUsedAt} />}
        </p>
      </Section>
      {value.kind !== 'model' && (
        <Section title={words.useIt} lead={words.useItLead}>
          <Code label={words.useIt}>{words.usePrompt(value.name, host)}</Code>
        </Section>
      )}
      <Section title={words.usedBy}>
        <Users value={value.usedBy} />
      </Section>
      <CredentialUses id={value.id} />
      {act === 'edit' && <EditCredential value={value} onClose={close} />}
      {act === 'replace' && <ReplaceSecret value={value} onClose={close} />}
      {act === 'delete' && <DeleteCredential value={value} onClose={close} />}
    </Page>
  )
}
