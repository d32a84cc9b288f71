// An invitation: who invites into what, and the three ways to accept it: somebody new chooses a password,
// somebody with an account gives theirs, and who is signed in with the address needs neither.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { shownKey } from '../../../domain/shown/shown.ts'
import { type Answer, ApiError } from '../../../http/client.ts'
import { api, read } from '../../app/api.ts'
import { signOut, startSession, type User } from '../../app/session.ts'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { TextField } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { Loaded, Note, Skeleton } from '../../parts/notes.tsx'
import { PasswordField } from '../../parts/password-field.tsx'
import { words as all } from '../../words/doors.ts'
import { Door, door, useDoorSession } from './door.tsx'

const route = getRouteApi('/invite/$token')
const words = all.invite
type Invitation = Answer<'GET /api/v1/invitations/:token'>

export function InvitePage() {
  const { token } = route.useParams()
  const session = useDoorSession()
  const query = useQuery(read('GET /api/v1/invitations/:token', { params: { token } }))
  if (query.error instanceof ApiError && query.error.status === 404) return <Gone />
  if (query.data === undefined || session.status === 'unknown') {
    return (
      <Door title={words.loading}>
        <Loaded query={query} skeleton={<Skeleton rows={3} />}>
          {() => <Skeleton rows={3} />}
        </Loaded>
      </Door>
    )
  }
  const { organization, invitedBy, role, team } = query.data
  // A name alone could be anybody's.
  const { name, email } = invitedBy
  const inviter = name === null ? email : `${shownKey(name)} (${email})`
  return (
    <Door
      title={words.title(organization.name)}
      lead={team === null ? words.lead(inviter, role) : words.leadTeam(inviter, role, shownKey(team))}
    >
      {session.status === 'in' ? (
        <AcceptSignedIn token={token} invitation={query.data} user={session.user} />
      ) : (
        <AcceptByPassword token={token} invitation={query.data} />
      )}
    </Door>
  )
}

function Gone() {
  return (
    <Door title={words.goneTitle} lead={words.gone}>
      <ButtonLink to="/sign-in">{all.toSignIn}</ButtonLink>
    </Door>
  )
}

interface WayProps {
  readonly token: string
  readonly invitation: Invitation
}

function AcceptSignedIn({ token, invitation, user }: WayProps & { readonly user: User }) {
  const enter = useEntering()
  const isTheirs = invitation.email.toLowerCase() === user.email.toLowerCase()
  if (!isTheirs) {
    return (
      <>
        <Note tone="warn">{words.somebodyElse(user.email, invitation.email)}</Note>
        <div className="flex flex-wrap gap-2">
          <Button look="primary" onClick={() => void signOut()}>
            {words.signOut}
          </Button>
          <ButtonLink to="/" look="quiet">
            {words.stay}
          </ButtonLink>
        </div>
      </>
    )
  }
  return (
    <>
      <p className="break-words text-dim">{words.asYou(user.email)}</p>
      <Form
        action={words.join}
        isWide
        onSend={async () => enter(await api('POST /api/v1/invitations/:token/accept', { params: { token } }))}
      >
        {null}
      </Form>
    </>
  )
}

function AcceptByPassword({ token, invitation: { email, hasAccount } }: WayProps) {
  const enter = useEntering()
  return (
    <>
      <p className="text-dim">{hasAccount ? words.known : words.setUp}</p>
      <Form
        action={words.join}
        isWide
        onSend={async ({ name = '', password = '' }) => {
          const body = hasAccount ? { password } : { password, name: name || null }
          enter(await door('POST /api/v1/invitations/:token/accept', { params: { token }, body }))
        }}
      >
        <TextField
          label={all.email}
          name="email"
          type="email"
          autoComplete="username"
          value={email}
          readOnly
        />
        {!hasAccount && (
          <TextField label={all.name} name="name" autoComplete="name" maxLength={200} isOptional autoFocus />
        )}
        <PasswordField kind={hasAccount ? 'current' : 'new'} autoFocus={hasAccount} />
      </Form>
      {hasAccount && (
        <Link to="/sign-in" search={{ to: `/invite/${token}` }} className="text-sm">
          {words.anotherWay}
        </Link>
      )}
    </>
  )
}

function useEntering() {
  const navigate = useNavigate()
  return (login: Parameters<typeof startSession>[0]) => {
    startSession(login)
    void navigate({ to: '/', replace: true })
  }
}
