// What an address brought behind its `#`: tokens of links, reasons, the return from a provider. It is read
// before anything else runs and leaves the address at once, so that neither the history nor a look over the
// shoulder finds a token. Pages ask by `arrivedWith`, and forget when it is used.
import { ownPath } from './own-path.ts'

const names = ['token', 'link', 'error'] as const
type Name = (typeof names)[number]

/** Where a person wanted to go before a provider was asked; a path, for as long as the tab is open. */
const wantedKey = 'troupe-wanted'
let brought: Partial<Record<Name, string>> = {}
let path = ''

takeIn()
// A link that is opened where its page is already shown loads nothing: only what stands behind `#` changes.
addEventListener('hashchange', () => {
  if (names.some(name => readHash().has(name))) location.reload()
})

function readHash(): URLSearchParams {
  return new URLSearchParams(location.hash.slice(1))
}

function takeIn(): void {
  const hash = readHash()
  if (hash.has('signed-in')) return history.replaceState(null, '', takeWanted())
  const found = names.flatMap(name => {
    const value = hash.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  if (found.length === 0) return
  brought = Object.fromEntries(found)
  path = location.pathname
  history.replaceState(null, '', location.pathname + location.search)
}

/** What the address of this page brought. @param paths the addresses under which the page is known */
export function arrivedWith(name: Name, paths: readonly string[]): string | null {
  return paths.includes(path) ? (brought[name] ?? null) : null
}

/** It has been used, or a person turned away from it. */
export function forgetArrival(): void {
  brought = {}
}

export function keepWanted(to: string): void {
  if (to !== '/') sessionStorage.setItem(wantedKey, to)
}

function takeWanted(): string {
  const wanted = sessionStorage.getItem(wantedKey)
  sessionStorage.removeItem(wantedKey)
  return ownPath(wanted)
}
