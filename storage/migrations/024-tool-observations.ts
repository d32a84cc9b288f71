// What results of tools without an outputSchema looked like: fields and their types, no values. It goes with
// its server, and so with its organization.
import { Migration } from '@mikro-orm/migrations'

export class ToolObservations extends Migration {
  override up(): void {
    this.addSql(`
-- source: fingerprint of the definition and the server's address that the results came from.
-- body: JSON text, a JSON Schema. revision: counts up with every change of the row.
create table tool_observations (
  server_id text collate "C" not null references tool_servers on delete cascade,
  tool text collate "C" not null,
  source text collate "C" not null,
  body text not null,
  revision integer not null,
  primary key (server_id, tool)
);
`)
  }
}
