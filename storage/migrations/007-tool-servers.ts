// What the actor of a tool server publishes in its row, the figures that threads keep of its calls, and the
// calls counted against a rate. The next start tells each registered server's settings to its actor, which
// then checks the server.
import { Migration } from '@mikro-orm/migrations'

export class ToolServers extends Migration {
  override up(): void {
    this.addSql(`
      alter table tool_servers
        add column credential_id text collate "C",
        add column defaults text,
        add column revision integer not null default 1,
        add column told integer not null default 0,
        add column version integer not null default 0,
        add column controls text,
        add column details text`)
    this.addSql('create index tool_servers_untold on tool_servers (id) where told < revision')
    this.addSql(`
      create table tool_server_figures (
        server_id text collate "C" not null references tool_servers on delete cascade,
        slot integer not null,
        body text not null,
        updated_at bigint not null,
        primary key (server_id, slot)
      )`)
    this.addSql(`
      create table tool_rates (
        server_id text collate "C" not null references tool_servers on delete cascade,
        tool text collate "C" not null,
        minute integer not null,
        taken integer not null,
        primary key (server_id, tool)
      )`)
  }
}
