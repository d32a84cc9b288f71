// An application asks to act for somebody: who it is, where it lives, what it will be able to do and where,
// and the two answers. Whoever is not signed in does that first.
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import { shownKey, shownLine } from '../../../domain/shown/shown.ts'
import type { Answer } from '../../../http/client.ts'
import { api, read } from '../../app/api.ts'
import { askedAuthorization, forgetAuthorization } from '../../app/authorization.ts'
import { signOut, type User } from '../../app/session.ts'
import { Button } from '../../parts/button.tsx'
import { Field, Select } from '../../parts/field.tsx'
import { ErrorNote, Note, Skeleton } from '../../parts/notes.tsx'
import { words } from '../../words/connections.ts'
import { Door, sayRefusal, useDoorSession } from './door.tsx'

type View = Answer<'GET /api/v1/auth/authorizations'>

export function AuthorizePage() {
  const session = useDoorSession()
  const navigate = useNavigate()
  const [request] = useState(askedAuthorization)
  const isOut = session.status === 'out' && request !== null
  useEffect(() => {
    if (isOut) void navigate({ to: '/sign-in', search: { to: '/authorize' }, replace: true })
  }, [isOut, navigate])
  if (request === null) return <Door title={words.noneTitle} lead={words.none} />
  if (session.status !== 'in') return <Waiting />
  return <Asked request={request} user={session.user} />
}

function Waiting() {
  return (
    <Door title={words.loading}>
      <Skeleton rows={3} />
    </Door>
  )
}

function Asked({ request, user }: { readonly request: string; readonly user: User }) {
  const query = useQuery({ ...read('GET /api/v1/auth/authorizations', { query: { request } }), staleTime: 0 })
  if (query.error !== null) {
    return (
      <Door title={words.refusedTitle}>
        <ErrorNote>{sayRefusal(query.error)}</ErrorNote>
      </Door>
    )
  }
  const { data } = query
  if (data === undefined) return <Waiting />
  if (data.client === null) return <Refused view={data} />
  return <Decision request={request} view={data} client={data.client} user={user} />
}

/** Nobody is sent to an address unasked that a stranger may have registered. */
function Refused({ view: { refusal, redirectTo, returnsTo } }: { readonly view: View }) {
  return (
    <Door title={words.refusedTitle}>
      <ErrorNote>{refusal}</ErrorNote>
      {redirectTo !== null && (
        <p className="break-words">
          {words.tellIt}{' '}
          <a className="underline" href={redirectTo} rel="noreferrer" onClick={forgetAuthorization}>
            {words.tell(returnsTo)}
          </a>
        </p>
      )}
    </Door>
  )
}

interface DecisionProps {
  readonly request: string
  readonly view: View
  readonly client: NonNullable<View['client']>
  readonly user: User
}

function Decision({ request, view: { organizations, returnsTo }, client, user }: DecisionProps) {
  const [organizationId, setOrganizationId] = useState(organizations[0]?.id ?? '')
  const offer = organizations.find(({ id }) => id === organizationId)
  const answer = useAnswer(request, organizationId)
  if (answer.isDone) return <Door title={words.doneTitle} lead={words.goneOn} />
  const isEmpty = offer === undefined || offer.scopes.length === 0
  return (
    <Door title={words.title(shownKey(client.name))} lead={words.unsure}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        <dt className="text-dim">{words.livesAt}</dt>
        <dd className="font-medium wrap-anywhere">{shownLine(client.host)}</dd>
        <dt className="text-dim">{words.answerTo}</dt>
        <dd className="font-medium wrap-anywhere">{shownLine(returnsTo)}</dd>
      </dl>
      <Organizations of={organizations} value={organizationId} onChoose={setOrganizationId} />
      {isEmpty ? <Note tone="warn">{words.nothing}</Note> : <Scopes scopes={offer.scopes} />}
      <p className="text-sm text-dim">
        {words.asYou(user.email)} {words.other}{' '}
        <button type="button" className="underline" onClick={() => void signOut()}>
          {words.signOut}
        </button>
      </p>
      {answer.error !== null && <ErrorNote>{sayRefusal(answer.error)}</ErrorNote>}
      <div className="flex flex-wrap gap-2">
        <Button
          look="primary"
          disabled={isEmpty}
          isBusy={answer.busy === 'allow'}
          onClick={() => void answer.give(true)}
        >
          {words.allow}
        </Button>
        <Button isBusy={answer.busy === 'deny'} onClick={() => void answer.give(false)}>
          {words.deny}
        </Button>
      </div>
    </Door>
  )
}

interface OrganizationsProps {
  readonly of: View['organizations']
  readonly value: string
  readonly onChoose: (id: string) => void
}

function Organizations({ of, value, onChoose }: OrganizationsProps) {
  const [only, ...others] = of
  if (only === undefined) return null
  if (others.length === 0) {
    return (
      <p className="break-words">
        <span className="text-dim">{words.organization}</span> <strong>{shownLine(only.name)}</strong>
      </p>
    )
  }
  return (
    <Field label={words.organization}>
      <Select value={value} onChange={event => onChoose(event.target.value)}>
        {of.map(({ id, name }) => (
          <option key={id} value={id}>
            {shownLine(name)}
          </option>
        ))}
      </Select>
    </Field>
  )
}

function Scopes({ scopes }: { readonly scopes: View['organizations'][number]['scopes'] }) {
  return (
    <div>
      <h2 className="text-sm text-dim">{words.scopesTitle}</h2>
      <ul className="mt-1 flex flex-col gap-1">
        {scopes.map(scope => (
          <li key={scope} className="flex items-start gap-2">
            <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-good" />
            <span>{words.scopes[scope]}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Gives the answer once, and sends the browser on. */
function useAnswer(request: string, organizationId: string) {
  const [busy, setBusy] = useState<'allow' | 'deny' | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isDone, setDone] = useState(false)
  async function give(allow: boolean) {
    if (busy !== null) return
    setBusy(allow ? 'allow' : 'deny')
    setError(null)
    try {
      const body = { request, allow, organizationId }
      const { redirectTo } = await api('POST /api/v1/auth/authorizations', { body })
      forgetAuthorization()
      setDone(true)
      goOn(redirectTo)
    } catch (caught) {
      setError(caught)
    } finally {
      setBusy(null)
    }
  }
  return { busy, error, isDone, give }
}

/** The service has checked that it is an address of the application, and none that runs a script. */
function goOn(redirectTo: string): void {
  forgetAuthorization()
  location.replace(redirectTo)
}
