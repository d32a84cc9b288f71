// A forgotten password: asks for a link by mail, and with the link of the mail sets a new one.
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { arrivedWith, forgetArrival } from '../../app/arrival.ts'
import { useMail } from '../../app/mail.ts'
import { endSession } from '../../app/session.ts'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { TextField } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { ErrorNote, Note } from '../../parts/notes.tsx'
import { PasswordField } from '../../parts/password-field.tsx'
import { words as all } from '../../words/doors.ts'
import { Door, door, sayRefusal } from './door.tsx'

const words = all.reset
const addresses = ['/reset', '/reset-password']

export function ResetPage() {
  const [token, setToken] = useState(() => arrivedWith('token', addresses))
  if (token === null) return <AskForLink />
  const leave = () => {
    forgetArrival()
    setToken(null)
  }
  return <ChoosePassword token={token} onLeave={leave} />
}

function AskForLink() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const mail = useMail()
  const aside = <Link to="/sign-in">{all.toSignIn}</Link>
  if (sentTo !== null) {
    return (
      <Door
        title={mail === 'outbox' ? words.madeTitle : words.sentTitle}
        lead={mail === 'outbox' ? words.made(sentTo) : words.sent(sentTo)}
        aside={aside}
      >
        <Button onClick={() => setSentTo(null)}>{words.another}</Button>
      </Door>
    )
  }
  if (mail === 'none')
    return (
      <Door title={words.title} aside={aside}>
        <Note tone="warn">{words.noMail}</Note>
      </Door>
    )
  return (
    <Door title={words.title} lead={mail === 'outbox' ? words.outbox : words.lead} aside={aside}>
      <Form
        action={mail === 'outbox' ? words.makeLink : words.action}
        isWide
        onSend={async ({ email = '' }) => {
          await door('POST /api/v1/auth/forgot-password', { body: { email } })
          setSentTo(email)
        }}
      >
        <TextField label={all.email} name="email" type="email" autoComplete="username" autoFocus />
      </Form>
    </Door>
  )
}

function ChoosePassword({ token, onLeave }: { readonly token: string; readonly onLeave: () => void }) {
  const [isDone, setDone] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  if (isDone) {
    return (
      <Door title={words.doneTitle} lead={words.done}>
        <ButtonLink to="/sign-in" look="primary">
          {all.toSignIn}
        </ButtonLink>
      </Door>
    )
  }
  if (refusal !== null) {
    return (
      <Door title={words.title}>
        <ErrorNote>{refusal}</ErrorNote>
        <Button look="primary" onClick={onLeave}>
          {words.askAgain}
        </Button>
      </Door>
    )
  }
  async function change(password: string): Promise<void> {
    try {
      await door('POST /api/v1/auth/reset-password', { body: { token, password } })
      forgetArrival()
      endSession('none')
      setDone(true)
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('token: '))) throw error
      setRefusal(sayRefusal(error))
    }
  }
  return (
    <Door title={words.title} lead={words.choose}>
      <Form action={words.change} isWide onSend={({ password = '' }) => change(password)}>
        <PasswordField label={all.newPassword} kind="new" autoFocus />
      </Form>
    </Door>
  )
}
