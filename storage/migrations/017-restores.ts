// Restored copies (docs/decisions/029): one row for each time that this database was filled from a backup.
// While the last one has not been activated, the server only looks on. Not part of a backup.
import { Migration } from '@mikro-orm/migrations'

export class Restores extends Migration {
  override up(): void {
    this.addSql(`create table restores (
      restored_at int8 not null primary key,
      -- The backup, for a person: when and by which version it was made.
      source text not null,
      activated_at int8
    )`)
  }
}
