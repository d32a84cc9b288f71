// The frame of a page for somebody who is not signed in, and what such pages share: a client without a
// token, the session, and the way on once somebody is in.
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { shownLine } from '../../../domain/shown/shown.ts'
import { createClient } from '../../../http/client.ts'
import { sayError } from '../../app/api.ts'
import { restoreSession, type SessionState, useSession } from '../../app/session.ts'
import { useTitle } from '../../parts/page.tsx'

/** A refusal is shown at once: nobody waits at a door for a minute. */
export const door = createClient({ retries: { attempts: 2, longestMs: 1_000 } })

interface DoorProps {
  readonly title: string
  readonly lead?: ReactNode
  readonly children?: ReactNode
  /** Below the card: the other door. */
  readonly aside?: ReactNode
}

export function Door({ title, lead, children, aside }: DoorProps) {
  useTitle(title)
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-sm flex-col justify-center gap-4 px-4 py-10">
      <Link to="/" className="flex items-center justify-center gap-2 text-lg font-semibold no-underline">
        <img src="/icon.svg" alt="" className="size-6" />
        Troupe
      </Link>
      <div className="rounded-lg border bg-raised p-6 max-sm:p-5">
        <h1 className="text-lg font-semibold wrap-anywhere">{shownLine(title)}</h1>
        {lead && (
          <div className="mt-1 wrap-anywhere text-dim">
            {typeof lead === 'string' ? shownLine(lead) : lead}
          </div>
        )}
        <div className="mt-5 flex flex-col gap-4">{children}</div>
      </div>
      {aside && <p className="text-center text-sm text-dim">{aside}</p>}
    </main>
  )
}

/** The session, asked for once. */
export function useDoorSession(): SessionState {
  const session = useSession()
  useEffect(() => void restoreSession(), [])
  return session
}

/** Goes on as soon as somebody is signed in, here or in another tab. */
export function useWayOn(session: SessionState, to: string): void {
  const navigate = useNavigate()
  const isIn = session.status === 'in'
  useEffect(() => {
    if (isIn) void navigate({ href: to, replace: true })
  }, [isIn, to, navigate])
}

/** What a refusal says, without the name of a field that nobody sees. */
export function sayRefusal(error: unknown): string {
  const text = sayError(error).replace(/^token: /, '')
  // The name of a parameter stays as it is written.
  return /^\w+_\w+:/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1)
}
