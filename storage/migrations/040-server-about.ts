// What a tool server says of itself: JSON text, ServerAbout. Null until it has said something.
import { Migration } from '@mikro-orm/migrations'

export class ServerAbout extends Migration {
  override up(): void {
    this.addSql('alter table tool_servers add column about text')
  }
}
