// The scopes that a tool server asked of its connection for a call, and that it lacks; null for none.
import { Migration } from '@mikro-orm/migrations'

export class WantedScopes extends Migration {
  override up(): void {
    this.addSql('alter table tool_server_connections add column wanted_scope text')
  }
}
