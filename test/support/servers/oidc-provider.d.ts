// oidc-provider brings no types; what the tests use of it.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export interface Grant {
    addOIDCScope(scope: string): void
    addResourceScope(resource: string, scope: string): void
    save(): Promise<string>
    destroy(): Promise<void>
  }

  export interface AccessToken {
    readonly accountId: string
    readonly grantId: string
    readonly aud?: string
    readonly scope?: string
  }

  export interface GrantContext {
    readonly oidc: { readonly params?: Readonly<Record<string, unknown>> }
    readonly body?: { readonly access_token?: string; readonly refresh_token?: string }
  }

  export default class Provider {
    constructor(issuer: string, configuration: object)
    readonly Grant: {
      new (of: { accountId: string; clientId: string }): Grant
      find(id: string): Promise<Grant | undefined>
    }
    readonly AccessToken: { find(token: string): Promise<AccessToken | undefined> }
    on(event: 'grant.success', listener: (context: GrantContext) => void): void
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  }
}
