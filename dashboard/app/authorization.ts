// What an application asks for at /authorize: the query of the address, kept as it came for as long as the
// tab is open, because a person may have to sign in first. It is read before the router runs, which would
// write numbers anew.
const key = 'troupe-authorization'
const path = '/authorize'

if (location.pathname === path && location.search !== '') {
  sessionStorage.setItem(key, location.search.slice(1))
  history.replaceState(null, '', path)
}

/** The query; null when nobody asks. */
export function askedAuthorization(): string | null {
  return sessionStorage.getItem(key)
}

/** It is decided. */
export function forgetAuthorization(): void {
  sessionStorage.removeItem(key)
}
