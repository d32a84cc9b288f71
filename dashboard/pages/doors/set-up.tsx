// Makes the first owner of a service, by the link that its start printed.
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { arrivedWith, forgetArrival } from '../../app/arrival.ts'
import { startSession, useSession } from '../../app/session.ts'
import { Form } from '../../parts/form.tsx'
import { ErrorNote, Note } from '../../parts/notes.tsx'
import { words as all } from '../../words/doors.ts'
import { AccountFields, wishOf } from './account-fields.tsx'
import { Door, door, sayRefusal, useWayOn } from './door.tsx'

const words = all.setUp

export function SetUpPage() {
  const [token] = useState(() => arrivedWith('token', ['/set-up']))
  const [refusal, setRefusal] = useState<string | null>(null)
  // Somebody else may be signed in here: only the sign-in of this page leads on.
  const [isDone, setDone] = useState(false)
  const session = useSession()
  useWayOn(isDone ? session : { status: 'unknown' }, '/')

  async function setUp(fields: Readonly<Record<string, string>>): Promise<void> {
    try {
      const body = { token: token!, ...wishOf(fields) }
      startSession(await door('POST /api/v1/auth/set-up', { body }))
      forgetArrival()
      setDone(true)
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('token: '))) throw error
      setRefusal(sayRefusal(error))
    }
  }

  if (token === null || refusal !== null) {
    return (
      <Door title={words.title} aside={<Link to="/sign-in">{all.toSignIn}</Link>}>
        {refusal === null ? <Note>{words.missing}</Note> : <ErrorNote>{refusal}</ErrorNote>}
      </Door>
    )
  }
  return (
    <Door title={words.title} lead={words.lead}>
      <Form action={words.action} isWide onSend={setUp}>
        <AccountFields />
      </Form>
    </Door>
  )
}
