// Confirms the address of a sign-up by the link of its mail. It takes a click, because programs that look at
// mails open links too. Another browser than the one that signed up is asked for a password.
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { arrivedWith, forgetArrival } from '../../app/arrival.ts'
import { startSession, useSession } from '../../app/session.ts'
import { ButtonLink } from '../../parts/button.tsx'
import { Form } from '../../parts/form.tsx'
import { ErrorNote, Note } from '../../parts/notes.tsx'
import { PasswordField } from '../../parts/password-field.tsx'
import { words as all } from '../../words/doors.ts'
import { Door, door, sayRefusal, useWayOn } from './door.tsx'

const words = all.verify

export function VerifyPage() {
  const [token] = useState(() => arrivedWith('token', ['/verify']))
  const [asksPassword, setAsksPassword] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  // Somebody else may be signed in here: only the sign-in of this page leads on.
  const [isDone, setDone] = useState(false)
  const session = useSession()
  useWayOn(isDone ? session : { status: 'unknown' }, '/')

  async function confirm(password: string | undefined): Promise<void> {
    try {
      const body = password === undefined ? { token: token! } : { token: token!, password }
      startSession(await door('POST /api/v1/auth/verify', { body }))
      forgetArrival()
      setDone(true)
    } catch (error) {
      const message = error instanceof Error ? error.message : ''
      if (password === undefined && message.startsWith('password: ')) setAsksPassword(true)
      else if (message.startsWith('token: ')) setRefusal(sayRefusal(error))
      else throw error
    }
  }

  if (token === null || refusal !== null) {
    return (
      <Door title={words.title} aside={<Link to="/sign-in">{all.toSignIn}</Link>}>
        {refusal === null ? <Note>{words.missing}</Note> : <ErrorNote>{refusal}</ErrorNote>}
        <ButtonLink to="/sign-up" look={refusal === null ? 'plain' : 'primary'}>
          {words.toSignUp}
        </ButtonLink>
      </Door>
    )
  }
  return (
    <Door title={words.title} lead={asksPassword ? words.choose : words.lead}>
      <Form
        key={String(asksPassword)}
        action={words.action}
        isWide
        onSend={({ password }) => confirm(password)}
      >
        {asksPassword && <PasswordField kind="new" autoFocus />}
      </Form>
    </Door>
  )
}
