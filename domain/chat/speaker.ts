// Who speaks in a chat session, and which sessions they see. Called by routes and by the actor of a
// session.
// 1. A session belongs to one owner. A person, and every key of theirs with more scopes than `chat`, is one
//    owner; a key of a web page, which may do nothing but chat, is another, and so is each end user for
//    whom a token was made.
// 2. Whoever may only chat acts within the session: on its workflow, and on executions that it has started.
import type { Caller, Scope } from '../people/permissions.ts'
import type { ToolAllowance } from '../tools/tool-allowance.ts'

/** The credential of a message, as far as its answer must know it; no secret. */
export interface Speaker {
  readonly userId: string
  readonly key: {
    readonly id: string
    readonly scopes: readonly Scope[]
    readonly tools: ToolAllowance
    /** The end user that a token names. */
    readonly subject: string | null
  } | null
  /** As of Caller. */
  readonly root?: string
}

export function speakerOf({ userId, key, root }: Caller): Speaker {
  const chain = root === undefined ? {} : { root }
  if (key === null) return { userId, key: null, ...chain }
  const { id, scopes, tools = null, subject = null } = key
  return { userId, key: { id, scopes, tools, subject }, ...chain }
}

/** May do nothing but chat. */
export function isChatOnly({ key }: { readonly key: { readonly scopes: readonly Scope[] } | null }): boolean {
  return key?.scopes.every(scope => scope === 'chat') ?? false
}

/** Many may hold it: a key or a token that may only chat, and names no end user. */
export function isShared({ key }: Pick<Speaker, 'key'>): boolean {
  return key !== null && key.subject === null && isChatOnly({ key })
}

/** Names whose sessions a caller sees. */
export function ownerOf({ userId, key }: Speaker): string {
  if (key === null || !isChatOnly({ key })) return userId
  return key.subject === null ? key.id : `${key.id}/${key.subject}`
}
