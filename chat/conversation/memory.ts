// Where a page remembers the id of its session, so that a reload goes on with it. Never a credential.
// Storage that is refused (a sandboxed frame, a strict browser) remembers nothing.

/** `session`: this tab, until it is closed. `local`: this browser. `none`: nothing outlives the page. */
export type Persistence = 'session' | 'local' | 'none'

export interface SessionMemory {
  read(): string | null
  write(sessionId: string | null): void
}

/** @param name of what is talked to: another service, tenant or workflow has another session */
export function sessionMemory(persistence: Persistence, name: string): SessionMemory {
  const key = `service-chat:${name}`
  return {
    read: () => storageOf(persistence)?.getItem(key) ?? null,
    write: sessionId => {
      try {
        if (sessionId === null) storageOf(persistence)?.removeItem(key)
        else storageOf(persistence)?.setItem(key, sessionId)
      } catch {
        // It is full: the next page begins a new session.
      }
    },
  }
}

function storageOf(persistence: Persistence): Storage | null {
  try {
    if (persistence === 'none') return null
    return (persistence === 'local' ? globalThis.localStorage : globalThis.sessionStorage) ?? null
  } catch {
    return null
  }
}
