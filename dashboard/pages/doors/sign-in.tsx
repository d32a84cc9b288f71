// Sign in: by password, by a provider, or by the link that the start of the service printed.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { read } from '../../app/api.ts'
import { arrivedWith, forgetArrival, keepWanted } from '../../app/arrival.ts'
import { type Login, type SessionState, startSession } from '../../app/session.ts'
import { TextField } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { ErrorNote, Note, Skeleton } from '../../parts/notes.tsx'
import { PasswordField } from '../../parts/password-field.tsx'
import { words as all } from '../../words/doors.ts'
import { Door, door, sayRefusal, useDoorSession, useWayOn } from './door.tsx'
import { ProviderLinks } from './provider-links.tsx'

const route = getRouteApi('/sign-in')
const words = all.signIn
const addresses = ['/sign-in', '/login']
let using: Promise<Login> | null = null

export function SignInPage() {
  const { to = '/' } = route.useSearch()
  const session = useDoorSession()
  const link = useStartLink()
  const providers = useQuery(read('GET /api/v1/auth/oauth/providers'))
  const isOpen = useQuery(read('GET /api/v1/auth/signup')).data?.signUp === 'open'
  // The link is of the development user: whoever else is signed in leaves by it.
  useWayOn(link.isBusy ? { status: 'unknown' } : session, to)
  if (link.isBusy || session.status !== 'out') {
    return (
      <Door title={words.title} lead={link.isBusy ? words.usingLink : undefined}>
        <Skeleton rows={3} />
      </Door>
    )
  }
  const aside = isOpen && (
    <>
      {words.noAccount}{' '}
      <Link to="/sign-up" search={to === '/' ? {} : { to }}>
        {words.signUp}
      </Link>
    </>
  )
  return (
    <Door title={words.title} aside={aside}>
      <Arrival session={session} linkError={link.error} />
      <Form
        action={words.action}
        isWide
        onSend={async ({ email = '', password = '' }) =>
          startSession(await door('POST /api/v1/auth/login', { body: { email, password } }))
        }
      >
        <TextField label={all.email} name="email" type="email" autoComplete="username" autoFocus />
        <PasswordField kind="current" />
      </Form>
      <Link to="/reset" className="text-sm">
        {words.forgotten}
      </Link>
      <ProviderLinks providers={providers.data ?? []} onLeave={() => keepWanted(to)} />
    </Door>
  )
}

/** Why somebody stands at the door. */
function Arrival({
  session,
  linkError,
}: {
  readonly session: SessionState
  readonly linkError: string | null
}) {
  const reason = arrivedWith('error', addresses)
  if (linkError !== null) return <ErrorNote>{linkError}</ErrorNote>
  if (reason !== null) {
    const known = Object.hasOwn(words.refused, reason) ? (reason as keyof typeof words.refused) : 'other'
    return <ErrorNote>{words.refused[known]}</ErrorNote>
  }
  if (session.status !== 'out' || session.reason === 'none') return null
  if (session.reason === 'unreachable') return <ErrorNote>{all.unreachable}</ErrorNote>
  return <Note>{words.left[session.reason]}</Note>
}

/** Signs in by the link of the address, once. */
function useStartLink(): { readonly isBusy: boolean; readonly error: string | null } {
  const [token] = useState(() => arrivedWith('link', addresses))
  const [isBusy, setBusy] = useState(token !== null)
  const [error, setError] = useState<string | null>(null)
  useEffect(() => {
    if (token === null) return
    using ??= door('POST /api/v1/auth/link', { body: { token } })
    using
      .then(startSession)
      .catch((cause: unknown) => setError(sayRefusal(cause)))
      .finally(() => {
        forgetArrival()
        setBusy(false)
      })
  }, [token])
  return { isBusy, error }
}
