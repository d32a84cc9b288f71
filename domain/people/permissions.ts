// Who may do what. A route names one permission, a role holds some, and a key's scopes narrow what its
// creator's role holds. Checks, documentation and tests derive from this one table.

import type { ToolAllowance } from '../tools/tool-allowance.ts'
import type { KeyRestrictions } from './key-restrictions.ts'

export const roles = ['viewer', 'member', 'admin', 'owner'] as const
export type Role = (typeof roles)[number]

export const scopes = ['read', 'write', 'execute', 'admin', 'chat', 'confirm'] as const
export type Scope = (typeof scopes)[number]
export const defaultScopes: readonly Scope[] = ['read', 'write', 'execute', 'chat']

/** Every permission: the least role that holds it, and the key scope that covers it. */
export const permissions = {
  'account:read': { role: 'viewer', scope: 'read' },
  'account:write': { role: 'viewer', scope: 'admin' },
  'workflow:read': { role: 'viewer', scope: 'read' },
  'workflow:write': { role: 'member', scope: 'write' },
  'workflow:confirm': { role: 'member', scope: 'confirm' },
  'execution:read': { role: 'viewer', scope: 'read' },
  'execution:start': { role: 'member', scope: 'execute' },
  'execution:cancel': { role: 'member', scope: 'execute' },
  'execution:bulk': { role: 'member', scope: 'execute' },
  'approval:read': { role: 'viewer', scope: 'read' },
  'approval:decide': { role: 'member', scope: 'execute' },
  'tool:read': { role: 'viewer', scope: 'read' },
  'tool:call': { role: 'member', scope: 'execute' },
  'tool-server:read': { role: 'viewer', scope: 'read' },
  'tool-server:write': { role: 'admin', scope: 'admin' },
  'marketplace:read': { role: 'viewer', scope: 'read' },
  'marketplace:install': { role: 'admin', scope: 'admin' },
  'credential:read': { role: 'viewer', scope: 'read' },
  'credential:write': { role: 'admin', scope: 'admin' },
  'model:read': { role: 'viewer', scope: 'read' },
  'model:write': { role: 'admin', scope: 'admin' },
  'webhook:read': { role: 'admin', scope: 'admin' },
  'webhook:write': { role: 'admin', scope: 'admin' },
  'organization:write': { role: 'admin', scope: 'admin' },
  'audit:read': { role: 'admin', scope: 'admin' },
  'team:read': { role: 'viewer', scope: 'read' },
  'team:write': { role: 'admin', scope: 'admin' },
  'member:write': { role: 'admin', scope: 'admin' },
  'organization:read': { role: 'viewer', scope: 'read' },
  'organization:delete': { role: 'owner', scope: 'admin' },
  'chat:read': { role: 'viewer', scope: 'chat' },
  'chat:write': { role: 'member', scope: 'chat' },
  'usage:read': { role: 'viewer', scope: 'read' },
  'billing:read': { role: 'viewer', scope: 'read' },
  'billing:write': { role: 'admin', scope: 'admin' },
  'notification:read': { role: 'viewer', scope: 'read' },
  'notification:write': { role: 'viewer', scope: 'write' },
  'api-key:read': { role: 'admin', scope: 'admin' },
  'api-key:write': { role: 'admin', scope: 'admin' },
} as const satisfies Record<string, { role: Role; scope: Scope }>

export type Permission = keyof typeof permissions

/** The authenticated party of a request. A key acts with its creator's role, narrowed by its scopes. */
export interface Caller {
  readonly organizationId: string
  readonly userId: string
  readonly role: Role
  /** Null for a signed-in person (a JWT), whose role alone decides. */
  readonly key: {
    readonly id: string
    readonly scopes: readonly Scope[]
    /** Tools of /rpc that the key may use; null or absent: all that its rights allow. */
    readonly tools?: ToolAllowance
    /** Compute units a month that its executions may use; null or absent: no limit. */
    readonly budget?: number | null
    /** Where the key may be used from; absent: everywhere. */
    readonly restrictions?: KeyRestrictions
    /** When it ends by itself, Unix ms; null or absent: never. */
    readonly expiresAt?: number | null
    /** The end user for whom a chat token was made with this key. */
    readonly subject?: string | null
  } | null
  /** Session of a JWT; null for a key. */
  readonly sessionId: string | null
  /** The chat session through which the caller acts; absent: it acts itself. */
  readonly chatId?: string
  /** The execution from which this request descends (domain/chain.ts); absent: from none. */
  readonly root?: string
}

/** Does the caller hold the permission? */
export function allows(caller: Pick<Caller, 'role' | 'key'>, permission: Permission): boolean {
  const { role, scope } = permissions[permission]
  if (rank(caller.role) < rank(role)) return false
  return caller.key === null || caller.key.scopes.includes(scope)
}

/** What a caller without the permission is told. */
export function lackOf(caller: Caller | null, permission: Permission): string {
  const { role: least, scope } = permissions[permission]
  const message = `this needs the permission ${permission}`
  if (caller === null) return message
  const { role, key } = caller
  if (key === null || key.scopes.includes(scope) || rank(role) < rank(least)) return message
  return `${message}: the key needs the scope ${scope}`
}

/** The scopes that a role may give to a key: never more than the role itself holds. */
export function scopesOf(role: Role): readonly Scope[] {
  if (role === 'owner' || role === 'admin') return scopes
  return role === 'member' ? defaultScopes : ['read']
}

function rank(role: Role): number {
  return roles.indexOf(role)
}
