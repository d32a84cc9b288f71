// Chat sessions and their messages, read-only: the journal's commits write the rows
// (storage/journal/chat-rows.ts). Routes call it. Every query names the organization and the owner.
import type { ChatMessage, ChatSession } from '../../domain/chat/chat.ts'
import { notFound } from '../../domain/failure.ts'
import { earliestIdAt, isId } from '../../domain/ids.ts'
import type { ChatMessageRow } from '../../domain/work/projection.ts'
import { boundedRows, type Counted, idBefore, type Page, type PageRequest, pageOf } from '../postgres/page.ts'
import type { Queries } from '../postgres/statement.ts'

/** Whose sessions: an owner in an organization (domain/chat/speaker.ts). */
export interface ChatOwner {
  readonly organizationId: string
  readonly owner: string
}

export type ChatStore = ReturnType<typeof chatStore>

export function chatStore(queries: Queries) {
  async function get({ organizationId, owner }: ChatOwner, id: string): Promise<ChatSession> {
    const [row] = await queries.query<ChatSession>(find, [organizationId, owner, id])
    if (row === undefined) throw notFound('chat session')
    return row
  }

  return {
    /** @throws {Failure} not-found */
    get,

    /** Newest first. @param words those that have all these words in their title or a message; null: all */
    async list(
      { organizationId, owner }: ChatOwner,
      words: string | null,
      page: PageRequest,
    ): Promise<Page<ChatSession>> {
      const values = [organizationId, owner, idBefore('chat', page), page.limit + 1]
      const rows =
        words === null
          ? await queries.query<ChatSession>(list, values)
          : await queries.query<ChatSession>(search, [...values, words])
      return pageOf(rows, page, row => row)
    },

    /**
     * Newest first.
     * @param before id of a message: those before it; null: all
     * @throws {Failure} not-found
     */
    async messages(
      owner: ChatOwner,
      id: string,
      before: string | null,
      page: PageRequest,
    ): Promise<Page<ChatMessage>> {
      await get(owner, id)
      const bound = idBefore('message', page) ?? before
      if (bound !== null && !isId('message', bound)) throw notFound('chat message')
      return pageOf(await queries.query<MessageRow>(messages, [id, bound, page.limit + 1]), page, messageView)
    },

    /** Those of the executions that the session has started. */
    async startedBy(
      organizationId: string,
      sessionId: string,
      executionIds: readonly string[],
    ): Promise<ReadonlySet<string>> {
      const rows = await queries.query<{ id: string }>(started, [organizationId, executionIds, sessionId])
      return new Set(rows.map(({ id }) => id))
    },

    /**
     * Sessions of organizations that have ended, and those without a message since `before`.
     * @param before Unix ms
     */
    forgettable(before: number, limit: number): Promise<readonly (ChatOwner & { readonly id: string })[]> {
      return queries.query(forgettable, [earliestIdAt('chat', before), before, limit])
    },

    /** @throws {Failure} not-found */
    async message(owner: ChatOwner, id: string, messageId: string): Promise<ChatMessage> {
      await get(owner, id)
      const [row] = await queries.query<MessageRow>(message, [id, messageId])
      if (row === undefined) throw notFound('chat message')
      return messageView(row)
    },
  }
}

interface MessageRow extends ChatMessageRow, Counted {}

function messageView(row: MessageRow): ChatMessage {
  const { id, sessionId, role, status, content, parts, executionId, createdAt } = row
  return {
    id,
    sessionId,
    role,
    status,
    content,
    parts: JSON.parse(parts),
    executionId,
    createdAt,
  } as ChatMessage
}

const columns = `s.id, s.title, s.workflow_id as "workflowId", s.created_at as "createdAt",
    s.last_message_at as "lastMessageAt", s.message_count as "messageCount"`

const own = 's.organization_id = $1 and s.owner = $2 and s.deleted_at is null'

const find = { name: 'chats.find', text: `select ${columns} from chat_sessions s where ${own} and s.id = $3` }

const list = {
  name: 'chats.list',
  text: `select ${columns} from chat_sessions s where ${own} and ($3::text is null or s.id < $3)
    order by s.id desc limit $4`,
}

const search = {
  name: 'chats.search',
  text: `select ${columns} from chat_sessions s where ${own} and ($3::text is null or s.id < $3) and (
      to_tsvector('simple', coalesce(s.title, '')) @@ plainto_tsquery('simple', $5)
      or exists (select from chat_messages m where m.session_id = s.id
        and to_tsvector('simple', left(m.content, 100000)) @@ plainto_tsquery('simple', $5)))
    order by s.id desc limit $4`,
}

const messageColumns = `id, number, session_id as "sessionId", organization_id as "organizationId", role, status, content,
    parts, execution_id as "executionId", created_at as "createdAt"`

const messages = {
  name: 'chats.messages',
  text: boundedRows(
    `select ${messageColumns}, octet_length(content) + octet_length(parts) as bytes from chat_messages
      where session_id = $1 and ($2::text is null or number < (
        select number from chat_messages where session_id = $1 and id = $2))
      order by number desc limit $3`,
    'number desc',
  ),
}

const message = {
  name: 'chats.message',
  text: `select ${messageColumns} from chat_messages where session_id = $1 and id = $2`,
}

const started = {
  name: 'chats.started',
  text: `select id from executions where organization_id = $1 and id = any($2::text[])
    and trigger::jsonb ->> 'kind' = 'chat' and trigger::jsonb ->> 'ref' = $3`,
}

/** A session's id is never later than its last message, so the range of ids misses none. */
const forgettable = {
  name: 'chats.forgettable',
  text: `(select s.id, s.organization_id as "organizationId", s.owner from chat_sessions s
      where s.id < $1 and s.deleted_at is null and coalesce(s.last_message_at, s.created_at) < $2
      order by s.id limit $3)
    union
    (select s.id, s.organization_id, s.owner from organizations o
      join chat_sessions s on s.organization_id = o.id and s.deleted_at is null
      where o.deleted_at is not null limit $3)
    limit $3`,
}
