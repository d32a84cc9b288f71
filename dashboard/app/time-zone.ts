// The time zone in which times are shown: what the person chose, else that of the system. Kept for the next
// visit; parts/time.tsx formats by it.
import { useSyncExternalStore } from 'react'

const kept = 'troupe-time-zone'
const listeners = new Set<() => void>()
let zone = readZone()

/** Undefined: that of the system. */
export function timeZone(): string | undefined {
  return zone
}

export function chooseTimeZone(next: string | undefined): void {
  zone = next
  if (next === undefined) localStorage.removeItem(kept)
  else localStorage.setItem(kept, next)
  for (const listener of listeners) listener()
}

export function useTimeZone(): string | undefined {
  return useSyncExternalStore(listen, timeZone)
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const systemTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

function readZone(): string | undefined {
  const value = localStorage.getItem(kept)
  return value !== null && Intl.supportedValuesOf('timeZone').includes(value) ? value : undefined
}
