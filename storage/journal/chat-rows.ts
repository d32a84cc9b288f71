// The section of the commit statement that writes chat sessions and their messages. They travel as JSON:
// beside executions they are rare.
// 1. A message is stored in the commit of its event, so a list never lacks what a stream has sent.
// 2. A deleted session keeps its row without its title, so that its journal is found and removed later.
import { projectionsOf, type Section, unlessRefused } from './commit-section.ts'

const chats: Section = {
  name: 'chats',
  width: 2,
  values({ commits }) {
    const projections = projectionsOf(commits, 'chat')
    if (projections.length === 0) return null
    return [
      JSON.stringify(projections.map(({ session }) => session)),
      JSON.stringify(projections.flatMap(({ messages }) => messages)),
    ]
  },
  ctes: has => `chats as (
  select * from jsonb_to_recordset($1::jsonb) as c(id text, "organizationId" text, owner text, title text,
    "workflowId" text, "createdAt" int8, "lastMessageAt" int8, "messageCount" int4, "deletedAt" int8)
  where ${unlessRefused(has, 'c.id')}
),
kept_chats as (
  insert into chat_sessions (id, organization_id, owner, title, workflow_id, created_at, last_message_at,
    message_count, deleted_at)
  select id, "organizationId", owner, title, "workflowId", "createdAt", "lastMessageAt", "messageCount", "deletedAt"
  from chats
  on conflict (id) do update set title = excluded.title, last_message_at = excluded.last_message_at,
    message_count = excluded.message_count, deleted_at = excluded.deleted_at
),
removed_messages as (
  delete from chat_messages m using chats c where c."deletedAt" is not null and m.session_id = c.id
),
kept_messages as (
  insert into chat_messages (id, number, session_id, organization_id, role, status, content, parts, execution_id,
    created_at)
  select m.id, m.number, m."sessionId", m."organizationId", m.role, m.status, m.content, m.parts, m."executionId",
    m."createdAt"
  from jsonb_to_recordset($2::jsonb) as m(id text, number int4, "sessionId" text, "organizationId" text, role text,
    status text, content text, parts text, "executionId" text, "createdAt" int8)
  join chats c on c.id = m."sessionId" and c."deletedAt" is null
)`,
}

export const chatSections: readonly Section[] = [chats]
