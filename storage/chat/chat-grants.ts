// Grants: tools that somebody has allowed to the assistant of their chats until further notice. The desk
// keeps them, routes list and revoke them; each change is in the audit log.
// 1. A grant is for one tool and one owner of sessions, and ends by itself.
// 2. A revoked one leaves the memory before the revocation is answered.
import type { ChatGrant } from '../../domain/chat/chat-grant.ts'
import { notFound } from '../../domain/failure.ts'
import { type Actor, entryOf } from '../../domain/people/audit.ts'
import { writeAudit } from '../accounts/audit.ts'
import { CachedFacts } from '../cached-facts.ts'
import { BoundedCache } from '../postgres/bounded-cache.ts'
import type { Database } from '../postgres/database.ts'
import { idBefore, type Page, type PageRequest, pageOf } from '../postgres/page.ts'
import type { ChatOwner } from './chats.ts'

export interface NewGrant {
  readonly id: string
  readonly owner: string
  /** Offered name, or the name of a tool of the service. */
  readonly tool: string
  readonly createdBy: string
}

/** How long a grant holds. */
const grantMs = 90 * 24 * 60 * 60 * 1_000

/** Owners whose grants are cached. */
const cachedOwners = 10_000

/** What an owner has granted. */
interface Granted {
  readonly tools: readonly string[]
  /** When the first of them ends, Unix ms. */
  readonly until: number
}

export type ChatGrantStore = ReturnType<typeof chatGrantStore>

export function chatGrantStore(database: Database, facts = new CachedFacts()) {
  const cache = new BoundedCache<Granted>(cachedOwners, { notices: facts })
  facts.listen(what => {
    if (what.type === 'chat-grants') cache.delete(keyOf(what))
  })

  async function load({ organizationId, owner }: ChatOwner): Promise<Granted> {
    const rows = await database.query<GrantedTool>(findTools, [organizationId, owner, Date.now()])
    return {
      tools: rows.map(({ tool }) => tool),
      until: Math.min(...rows.map(({ expiresAt }) => expiresAt)),
    }
  }

  return {
    /** Keeps it once, however often it comes. */
    async keep(organizationId: string, { id, owner, tool, createdBy }: NewGrant): Promise<void> {
      const now = Date.now()
      await database.atomically(async queries => {
        const values = [id, organizationId, owner, tool, createdBy, now, now + grantMs]
        const kept = await queries.query(insert, values)
        if (kept.length === 0) return
        const target = { type: 'chat-grant', id, name: tool }
        const action = 'chat-grant.created'
        await writeAudit(queries, { organizationId, actor: createdBy, action, target })
      })
      facts.announce({ type: 'chat-grants', organizationId, owner })
    },

    /** Names of the tools that are granted now. */
    async toolsOf(organizationId: string, owner: string): Promise<readonly string[]> {
      const key = keyOf({ organizationId, owner })
      for (;;) {
        // Loading never gives null.
        const granted = (await cache.get(key, () => load({ organizationId, owner })))!
        if (granted.until > Date.now()) return granted.tools
        cache.delete(key)
      }
    },

    /** Newest first. */
    async list({ organizationId, owner }: ChatOwner, page: PageRequest): Promise<Page<ChatGrant>> {
      const values = [organizationId, owner, idBefore('grant', page), page.limit + 1, Date.now()]
      return pageOf(await database.query<ChatGrant>(list, values), page, row => row)
    },

    /** @throws {Failure} not-found */
    async revoke({ organizationId, owner }: ChatOwner, id: string, actor: Actor): Promise<void> {
      await database.atomically(async queries => {
        const [row] = await queries.query<{ tool: string }>(remove, [organizationId, owner, id])
        if (row === undefined) throw notFound('grant')
        await writeAudit(
          queries,
          entryOf(actor, 'chat-grant.revoked', { type: 'chat-grant', id, name: row.tool }),
        )
      })
      facts.announce({ type: 'chat-grants', organizationId, owner })
    },
  }
}

interface GrantedTool {
  readonly tool: string
  readonly expiresAt: number
}

function keyOf({ organizationId, owner }: ChatOwner): string {
  return `${organizationId} ${owner}`
}

const insert = {
  name: 'chat-grants.insert',
  text: `insert into chat_grants (id, organization_id, owner, tool, created_by, created_at, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning id`,
}

const findTools = {
  name: 'chat-grants.find-tools',
  text: `select tool, max(expires_at) as "expiresAt" from chat_grants
    where organization_id = $1 and owner = $2 and expires_at > $3 group by tool`,
}

const list = {
  name: 'chat-grants.list',
  text: `select id, tool, created_at as "createdAt", expires_at as "expiresAt" from chat_grants
    where organization_id = $1 and owner = $2 and ($3::text is null or id < $3) and expires_at > $5
    order by id desc limit $4`,
}

const remove = {
  name: 'chat-grants.remove',
  text: 'delete from chat_grants where organization_id = $1 and owner = $2 and id = $3 returning tool',
}
