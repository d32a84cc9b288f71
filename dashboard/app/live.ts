// What changes on the service while a page is open. One stream for each tab tells what to read again; queries
// that are shown read it. A lost connection is shown by the shell (`useLive`), and heals by itself.
// 1. Whoever looks away for a minute has no stream; what is shown is read again when they look back.
// 2. After every connection all that is shown is read again, because the stream is not durable.
// 3. The end of the session, from whatever tab or page, ends it here and in every tab.
import { useSyncExternalStore } from 'react'
import { queries } from './api.ts'
import { connect } from './live/connection.ts'
import { refreshShown, takeChanges } from './live/patches.ts'
import { currentToken, endSession, listen, personNow, sessionState, updateUser } from './session.ts'

export type LiveState = 'connecting' | 'live' | 'lost'

/** So long a tab that nobody looks at keeps its stream. */
const hiddenMs = 60_000
const firstPauseMs = 500
const longestPauseMs = 15_000

let state: LiveState = 'connecting'
const listeners = new Set<() => void>()

export function useLive(): LiveState {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => state,
  )
}

/** Opens the stream while somebody is signed in. The shell calls it once. */
export function followChanges(): () => void {
  let stop = () => {}
  let person = ''
  let hiding: ReturnType<typeof setTimeout> | undefined

  function begin(): void {
    stop()
    person = personNow()
    if (person !== '') stop = keepConnected()
  }
  function end(): void {
    stop()
    stop = () => {}
    person = ''
  }
  function look(): void {
    clearTimeout(hiding)
    if (document.hidden) hiding = setTimeout(end, hiddenMs)
    else if (person === '') begin()
  }

  const unlisten = listen(() => personNow() !== person && person !== '' && begin())
  document.addEventListener('visibilitychange', look)
  look()
  return () => {
    unlisten()
    document.removeEventListener('visibilitychange', look)
    clearTimeout(hiding)
    end()
  }
}

/** One connection after the other, until it is stopped. */
function keepConnected(): () => void {
  const stopped = new AbortController()
  const { signal } = stopped
  let pauseMs = firstPauseMs

  async function once(): Promise<number> {
    const token = await currentToken()
    if (token === null) return longestPauseMs
    return connect(token, signal, {
      hello({ role }) {
        pauseMs = firstPauseMs
        enter('live')
        const session = sessionState()
        if (session.status === 'in' && session.user.role !== role) updateUser({ ...session.user, role })
        refreshShown(queries)
      },
      changes: changes => takeChanges(queries, changes),
      end(reason) {
        // A token expires each hour: the next one is asked for, and its refusal ends the session.
        if (reason !== 'expired') endSession(reason)
      },
    })
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const wanted = await once().catch(() => null)
      if (signal.aborted) return
      if (wanted === null) {
        enter('lost')
        pauseMs = Math.min(pauseMs * 2, longestPauseMs)
      }
      // Everybody comes back after a restart of the service, but not in the same moment.
      await pause((wanted ?? pauseMs) * (0.5 + Math.random() / 2), signal)
    }
  }

  enter('connecting')
  void run()
  return () => stopped.abort()
}

/** Resolves after so long, or when it is worth a try: the network is back, or the stream is stopped. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(done, ms)
    function done(): void {
      clearTimeout(timer)
      removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    addEventListener('online', done)
    signal.addEventListener('abort', done)
  })
}

function enter(next: LiveState): void {
  if (state === next) return
  state = next
  for (const listener of listeners) listener()
}
