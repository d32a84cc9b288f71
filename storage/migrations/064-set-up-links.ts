// Links that make the first owner of a service without users (storage/accounts/links/set-up-links.ts).
import { Migration } from '@mikro-orm/migrations'

export class SetUpLinks extends Migration {
  override up(): void {
    // token_hash: SHA-256 in hex.
    this.addSql(
      'create table set_up_links (token_hash text collate "C" primary key, expires_at bigint not null)',
    )
    this.addSql('create index invitations_address on invitations (email_key)')
  }
}
