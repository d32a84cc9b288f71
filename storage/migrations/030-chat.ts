// Chat sessions and their messages; approvals of calls that an assistant wants to make; what somebody has
// allowed once and for all.
import { Migration } from '@mikro-orm/migrations'

export class Chat extends Migration {
  override up(): void {
    this.addSql(`
create table chat_sessions (
  id text collate "C" primary key,
  organization_id text collate "C" not null,
  -- Who sees it: domain/chat/speaker.ts.
  owner text collate "C" not null,
  title text,
  workflow_id text collate "C",
  created_at bigint not null,
  last_message_at bigint,
  message_count int not null,
  deleted_at bigint
);
create index on chat_sessions (organization_id, owner, id desc) where deleted_at is null;
create index on chat_sessions (deleted_at) where deleted_at is not null;
-- parts: JSON text.
create table chat_messages (
  id text collate "C" primary key,
  session_id text collate "C" not null,
  organization_id text collate "C" not null,
  number int not null,
  role text collate "C" not null check (role in ('user', 'assistant')),
  status text collate "C" not null,
  content text not null,
  parts text not null,
  execution_id text collate "C",
  created_at bigint not null,
  unique (session_id, number)
);
create index on chat_messages using gin (to_tsvector('simple', left(content, 100000)));

alter table approvals add column session_id text collate "C", add column call_id text collate "C";
alter table approvals add constraint approvals_name_their_call
  check (kind <> 'chat' or (session_id is not null and call_id is not null));
create index on approvals (session_id) where session_id is not null;
-- Tools that somebody has allowed to their assistant once and for all.
create table chat_grants (
  id text collate "C" primary key,
  organization_id text collate "C" not null,
  owner text collate "C" not null,
  tool text collate "C" not null,
  created_by text collate "C" not null,
  created_at bigint not null,
  expires_at bigint not null
);
create index on chat_grants (organization_id, owner, tool);
`)
  }
}
