// Wraps the handlers of routes that declare an audit action (`audit: 'credential.created'`). The entry is
// written after the action and before its answer leaves, so every caller who got an answer finds the entry.
// Actions on members, keys, sessions and organizations are not among these: their stores write the entry in
// the transaction of the action.
import type { AuditAction, AuditTarget } from '../../domain/people/audit.ts'
import { isReply } from './reply.ts'
import type { Route } from './route.ts'

export function audited(action: AuditAction, handler: Route['handler']): Route['handler'] {
  return async (context, services) => {
    const result = await handler(context, services)
    const { caller, params, request } = context
    if (caller === null) throw new TypeError(`${action} is audited, and its route is public`)
    const { id, ...details } = params as Readonly<Record<string, string>>
    await services.audit.record({
      organizationId: caller.organizationId,
      actor: caller,
      action,
      target: targetOf(action, id, caller.organizationId, result),
      details,
      address: request.clientAddress,
    })
    return result
  }
}

/** The resource that the path or the answer names, else the organization. */
function targetOf(
  action: AuditAction,
  id: string | undefined,
  organizationId: string,
  result: unknown,
): AuditTarget {
  const value = isReply(result) ? (result.form.type === 'value' ? result.form.value : null) : result
  const { id: made, name = null } = (value ?? {}) as { id?: string; name?: string | null }
  return { type: action.slice(0, action.indexOf('.')), id: id ?? made ?? organizationId, name }
}
