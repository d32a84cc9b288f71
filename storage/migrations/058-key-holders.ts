// Which master keys the running servers can open (storage/secrets/key-holders.ts).
import { Migration } from '@mikro-orm/migrations'

export class KeyHolders extends Migration {
  override up(): void {
    // Ids, the newest first; null: a node of an earlier version, which does not say.
    this.addSql('alter table cluster_members add column keys text[]')
    // Of the server that is alone, since its last start; null: it reads a file again when that has changed.
    this.addSql('alter table vault_check add column server_keys text[]')
  }
}
