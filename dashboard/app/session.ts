// Who is signed in. The token lives in this module and in no storage; the refresh token is a cookie that no
// script can read. Every tab has its own token; a channel tells the others when somebody signs in or out.
// 1. One tab renews at a time: a refresh token works once, and two uses of it would end the session.
// 2. A token is renewed a minute before it expires, when somebody asks for it.
import { useSyncExternalStore } from 'react'
import { type Answer, ApiError, createClient } from '../../http/client.ts'

export type Login = Answer<'POST /api/v1/auth/login'>
export type User = Login['user']
export type Role = User['role']

/** Why nobody is signed in: the person chose to, the session ended elsewhere, or there was none. */
export type OutReason = 'none' | 'signed-out' | 'expired' | 'removed' | 'unreachable'

export type SessionState =
  | { readonly status: 'unknown' }
  | { readonly status: 'in'; readonly user: User }
  | { readonly status: 'out'; readonly reason: OutReason }

type News = { readonly kind: 'in' } | { readonly kind: 'out'; readonly reason: OutReason }

/** Renewed this long before it expires. */
const marginMs = 60_000
/** A page that is left while it renews its session still takes the new cookie: the old one works no more. */
const withCookie = createClient({
  retries: { attempts: 3, longestMs: 5_000 },
  fetch: (input, init) => fetch(input, { ...init, keepalive: true }),
})
const channel = new BroadcastChannel('troupe-session')

let state: SessionState = { status: 'unknown' }
let login: { readonly token: string; readonly expiresAt: number } | null = null
let renewing: Promise<void> | null = null
const listeners = new Set<() => void>()

channel.onmessage = ({ data }: MessageEvent<News>) => {
  if (data.kind === 'out') enter({ status: 'out', reason: data.reason })
  else void renew()
}

export function sessionState(): SessionState {
  return state
}

/** Who reads, and of which organization; empty when nobody is signed in. */
export function personNow(): string {
  return state.status === 'in' ? `${state.user.id} ${state.user.organization.id}` : ''
}

export function useSession(): SessionState {
  return useSyncExternalStore(listen, sessionState)
}

/** The person who is signed in. Pages inside the shell are shown to nobody else. */
export function useUser(): User {
  const session = useSession()
  if (session.status !== 'in') throw new Error('a page of the shell is shown while nobody is signed in')
  return session.user
}

export function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Finds out, once, whether the browser has a session. */
export async function restoreSession(): Promise<SessionState> {
  if (state.status === 'unknown') await renew()
  return state
}

/** Takes the answer of a login, a sign-up, an invitation or a switch. */
export function startSession(answer: Login): void {
  accept(answer)
  tell({ kind: 'in' })
}

/** The profile has changed. */
export function updateUser(user: User): void {
  if (state.status === 'in') enter({ status: 'in', user })
}

export async function signOut(): Promise<void> {
  const token = await currentToken()
  if (token !== null) {
    const bearer = createClient({ token })
    await bearer('POST /api/v1/auth/logout').catch(() => {})
  }
  endSession('signed-out')
}

/** The service has refused the token, or says that the session is over: every tab is out at once. */
export function endSession(reason: OutReason): void {
  if (state.status === 'out') return
  enter({ status: 'out', reason })
  tell({ kind: 'out', reason })
}

/** The bearer token, renewed when it is about to expire; null when nobody is signed in. */
export async function currentToken(): Promise<string | null> {
  if (login !== null && login.expiresAt - Date.now() > marginMs) return login.token
  if (state.status === 'in') await renew()
  return login?.token ?? null
}

function renew(): Promise<void> {
  renewing ??= navigator.locks.request('troupe-session', ask).finally(() => {
    renewing = null
  })
  return renewing
}

async function ask(): Promise<void> {
  const before = login
  try {
    accept(await withCookie('POST /api/v1/auth/refresh', { body: {} }))
  } catch (error) {
    // Somebody has signed in meanwhile: what was refused is the cookie before that.
    if (login !== before) return
    const isRefused = error instanceof ApiError && [401, 403].includes(error.status)
    if (!isRefused && state.status === 'in') throw error
    const wasIn = state.status === 'in'
    enter({ status: 'out', reason: isRefused ? (wasIn ? 'expired' : 'none') : 'unreachable' })
  }
}

function accept({ token, expiresAt, user }: Login): void {
  login = { token, expiresAt }
  enter({ status: 'in', user })
}

function enter(next: SessionState): void {
  if (next.status === 'out') login = null
  state = next
  for (const listener of listeners) listener()
}

function tell(news: News): void {
  channel.postMessage(news)
}

const ranks: readonly Role[] = ['viewer', 'member', 'admin', 'owner']

/** Has the person this role, or one above it? Only hides what the service would refuse. */
export function hasRole(user: User, least: Role): boolean {
  return ranks.indexOf(user.role) >= ranks.indexOf(least)
}
