// What is good for one use, and has been used.
import { Migration } from '@mikro-orm/migrations'

export class SpentOnce extends Migration {
  override up(): void {
    this.addSql('create table spent (what text primary key, expires_at bigint not null)')
    this.addSql('create index spent_expired on spent (expires_at)')
  }
}
