// Connects a tool server by OAuth: the browser goes to its authorization server, and comes back to this page
// with what became of it behind the #.
import { type ReactNode, useEffect } from 'react'
import { sayError, useCall } from '../../../app/api.ts'
import { hasRole, useUser } from '../../../app/session.ts'
import { Button } from '../../../parts/button.tsx'
import { toast } from '../../../parts/toast.tsx'
import { words } from '../../../words/settings/mcp-servers.ts'

/** Goes to the consent page: for the organization, or for oneself. */
export function useConnect(id: string) {
  const go = {
    onDone: ({ authorizationUrl }: { authorizationUrl: string }) => location.assign(authorizationUrl),
  }
  const all = useCall('POST /api/v1/mcp-servers/:id/connect', go)
  const me = useCall('POST /api/v1/mcp-servers/:id/connect/me', go)
  const settings = { onError: (error: Error) => toast(sayError(error)) }
  return {
    all: () => all.mutate({ params: { id }, body: {} }, settings),
    me: () => me.mutate({ params: { id }, body: {} }, settings),
    isBusy: all.isPending || me.isPending,
  }
}

/** For members: their own account at the service behind the server. */
export function ConnectMe({ id }: { readonly id: string }): ReactNode {
  const connect = useConnect(id)
  if (!hasRole(useUser(), 'member')) return null
  return (
    <Button isBusy={connect.isBusy} onClick={connect.me}>
      {words.connectMe}
    </Button>
  )
}

/** Says once what came of the consent, and clears the address. */
export function useConnectOutcome(): void {
  useEffect(() => {
    const [, outcome, reason] = /^#(connected|connect-error)=?(.*)$/.exec(location.hash) ?? []
    if (outcome === undefined) return
    history.replaceState(history.state, '', location.pathname)
    toast(outcome === 'connected' ? words.connected : words.notConnected(reason ?? ''))
  }, [])
}
