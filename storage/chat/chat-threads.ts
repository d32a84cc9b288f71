// Conversations by the ids that clients of other protocols give them, and the sessions that they are. Called
// by http/chat/protocols/. Every query names the organization and the owner.
import type { Queries } from '../postgres/statement.ts'
import type { ChatOwner } from './chats.ts'

export type ChatThreadStore = ReturnType<typeof chatThreadStore>

export function chatThreadStore(queries: Queries) {
  return {
    /**
     * The session of a thread. The first caller decides which; after its deletion the next one does.
     * @param sessionId the one that it becomes when it has none
     */
    async claim({ organizationId, owner }: ChatOwner, name: string, sessionId: string): Promise<string> {
      const [row] = await queries.query<{ id: string }>(claim, [organizationId, owner, name, sessionId])
      return row!.id
    },

    /** Null: there is none. */
    async find({ organizationId, owner }: ChatOwner, name: string): Promise<string | null> {
      const [row] = await queries.query<{ id: string }>(find, [organizationId, owner, name])
      return row?.id ?? null
    },
  }
}

const claim = {
  name: 'chat-threads.claim',
  text: `insert into chat_threads as t (organization_id, owner, name, session_id) values ($1, $2, $3, $4)
    on conflict (organization_id, owner, name) do update set session_id = case
      when exists (select from chat_sessions s where s.id = t.session_id and s.deleted_at is not null)
      then excluded.session_id else t.session_id end
    returning session_id as id`,
}

const find = {
  name: 'chat-threads.find',
  text: 'select session_id as id from chat_threads where organization_id = $1 and owner = $2 and name = $3',
}
