// One webhook: how it is, what can be done to it, and its deliveries.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { read } from '../../../app/api.ts'
import { CopyText } from '../../../parts/copy.tsx'
import { ErrorNote, Loaded, Note } from '../../../parts/notes.tsx'
import { Page, Section } from '../../../parts/page.tsx'
import { exactTime } from '../../../parts/time.tsx'
import { eventWords, words } from '../../../words/settings/webhooks.ts'
import { ForAdmins } from '../shared/admins.tsx'
import { Deliveries } from './deliveries.tsx'
import { Health, type Webhook } from './health.tsx'
import { ShownSecret } from './shown-secret.tsx'
import { type Tested, TestResult } from './test-result.tsx'
import { WebhookActs } from './webhook-acts.tsx'

const route = getRouteApi('/in/settings/webhooks/$id')
const parent = { to: '/settings/webhooks', label: words.title } as const

export function WebhookPage() {
  return (
    <ForAdmins title={words.title}>
      <Opened />
    </ForAdmins>
  )
}

function Opened() {
  const { id } = route.useParams()
  const query = useQuery(read('GET /api/v1/webhooks/:id', { params: { id } }))
  if (query.data !== undefined) return <Detail key={id} value={query.data} />
  return (
    <Page title={words.title} parent={parent}>
      <Loaded query={query}>{() => null}</Loaded>
    </Page>
  )
}

function Detail({ value }: { readonly value: Webhook }) {
  const [secret, setSecret] = useState<string | null>(null)
  const [tested, setTested] = useState<Tested | null>(null)
  return (
    <Page
      title={shortUrl(value.url)}
      parent={parent}
      badge={<Health value={value} />}
      lead={
        <>
          {value.description}
          <div>
            <CopyText text={value.url} />
          </div>
        </>
      }
      actions={<WebhookActs value={value} onSecret={setSecret} onTested={setTested} />}
    >
      <div className="mb-6 flex flex-col gap-3 empty:hidden">
        {secret !== null && <ShownSecret secret={secret} onDone={() => setSecret(null)} />}
        {tested !== null && <TestResult value={tested} />}
        {!value.active && value.disabledReason !== null && (
          <ErrorNote>{words.disabledLead(value.disabledReason)}</ErrorNote>
        )}
        {value.failingSince !== null && (
          <ErrorNote>
            <strong className="font-semibold">{words.failingSince(exactTime(value.failingSince))}.</strong>{' '}
            {words.failingLead}
          </ErrorNote>
        )}
        {value.oldSecretUntil !== null && (
          <Note>{words.oldSecretUntil(exactTime(value.oldSecretUntil))}</Note>
        )}
      </div>
      <Section title={words.events}>
        <ul className="flex flex-col gap-1">
          {value.events.map(event => (
            <li key={event}>
              {event === '*' ? words.all : (eventWords[event as keyof typeof eventWords] ?? event)}
              {event !== '*' && <code className="ms-2 font-mono text-xs text-dim">{event}</code>}
            </li>
          ))}
        </ul>
      </Section>
      <Deliveries value={value} />
    </Page>
  )
}

/** The host and the path: what comes after may be long. */
function shortUrl(text: string): string {
  const { host, pathname } = new URL(text)
  const path = pathname.length > 40 ? `${pathname.slice(0, 40)}…` : pathname
  return host + (path === '/' ? '' : path)
}
