// Organizations that have ended and whose executions, webhooks and tool servers are not cleared away yet.
// The row keeps the user who ended it until that is done (http/account/ending.ts), so that a crash in
// between leaves nothing running.
import { Migration } from '@mikro-orm/migrations'

export class Endings extends Migration {
  override up(): void {
    this.addSql(`
      alter table organizations add column ending_by text collate "C";
      create index organizations_ending on organizations (id) where ending_by is not null`)
  }
}
