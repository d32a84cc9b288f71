// The refresh token that a token of a connection came from: one whose answer got lost may be used again.
import { Migration } from '@mikro-orm/migrations'

export class Renewals extends Migration {
  override up(): void {
    this.addSql('alter table connection_tokens add column parent text collate "C"')
  }
}
