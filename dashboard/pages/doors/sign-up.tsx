// Sign up: an account at once, or a mail whose link makes it, as the service is set.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Body } from '../../../http/client.ts'
import { read } from '../../app/api.ts'
import { keepWanted } from '../../app/arrival.ts'
import { type Login, startSession } from '../../app/session.ts'
import { Button } from '../../parts/button.tsx'
import { Form } from '../../parts/form.tsx'
import { ErrorNote, Note } from '../../parts/notes.tsx'
import { words as all } from '../../words/doors.ts'
import { AccountFields, wishOf } from './account-fields.tsx'
import { Door, door, sayRefusal, useDoorSession, useWayOn } from './door.tsx'
import { ProviderLinks } from './provider-links.tsx'

const route = getRouteApi('/sign-up')
const words = all.signUp
type SignUp = Body<'POST /api/v1/auth/signup'>

export function SignUpPage() {
  const { to = '/' } = route.useSearch()
  const [sent, setSent] = useState<SignUp | null>(null)
  const providers = useQuery(read('GET /api/v1/auth/oauth/providers'))
  useWayOn(useDoorSession(), to)
  const { signUp: policy = 'open' } = useQuery(read('GET /api/v1/auth/signup')).data ?? {}
  if (sent !== null) return <CheckMail wish={sent} onAnother={() => setSent(null)} />
  const aside = (
    <>
      {words.hasAccount}{' '}
      <Link to="/sign-in" search={to === '/' ? {} : { to }}>
        {all.toSignIn}
      </Link>
    </>
  )
  if (policy !== 'open') {
    return (
      <Door title={words.title} aside={aside}>
        <Note>{words.closed[policy]}</Note>
      </Door>
    )
  }
  return (
    <Door title={words.title} aside={aside}>
      <Form
        action={words.action}
        isWide
        onSend={async fields => {
          const wish = wishOf(fields)
          if (await signUp(wish)) return
          setSent(wish)
        }}
      >
        <AccountFields />
      </Form>
      <ProviderLinks providers={providers.data ?? []} onLeave={() => keepWanted(to)} />
    </Door>
  )
}

/** @returns whether somebody is signed in now; if not, a mail is on its way */
async function signUp(wish: SignUp): Promise<boolean> {
  const answer: Login | { readonly proof: 'mail' } = await door('POST /api/v1/auth/signup', { body: wish })
  if ('proof' in answer) return false
  startSession(answer)
  return true
}

function CheckMail({ wish, onAnother }: { readonly wish: SignUp; readonly onAnother: () => void }) {
  const [state, setState] = useState<'idle' | 'busy' | 'again'>('idle')
  const [error, setError] = useState<string | null>(null)
  async function again(): Promise<void> {
    setState('busy')
    setError(null)
    try {
      await signUp(wish)
      setState('again')
    } catch (cause) {
      setError(sayRefusal(cause))
      setState('idle')
    }
  }
  return (
    <Door title={words.checkTitle} lead={words.check(wish.email)}>
      <p className="text-sm text-dim">{words.checkHint}</p>
      {state === 'again' && <Note tone="good">{words.sentAgain}</Note>}
      {error !== null && <ErrorNote>{error}</ErrorNote>}
      <div className="flex flex-wrap gap-2">
        <Button isBusy={state === 'busy'} onClick={() => void again()}>
          {words.again}
        </Button>
        <Button look="quiet" onClick={onAnother}>
          {words.another}
        </Button>
      </div>
    </Door>
  )
}
