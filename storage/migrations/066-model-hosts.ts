// Hosts that an admin lets language models reach without a question (domain/models/model-call.ts).
import { Migration } from '@mikro-orm/migrations'

export class ModelHosts extends Migration {
  override up(): void {
    // Host patterns as a JSON array.
    this.addSql(`alter table model_settings add column hosts text not null default '[]'`)
  }
}
