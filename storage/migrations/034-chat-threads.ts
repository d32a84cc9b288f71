// Which session a client of another protocol means by its own id of a conversation.
import { Migration } from '@mikro-orm/migrations'

export class ChatThreads extends Migration {
  override up(): void {
    this.addSql(`
create table chat_threads (
  organization_id text collate "C" not null,
  -- Who sees it: domain/chat/speaker.ts.
  owner text collate "C" not null,
  name text collate "C" not null,
  session_id text collate "C" not null,
  primary key (organization_id, owner, name)
);
create index on chat_threads (session_id);
`)
  }
}
