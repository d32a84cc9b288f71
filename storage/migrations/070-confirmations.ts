// A version keeps what was said of its plan, and its acceptance what was confirmed.
import { Migration } from '@mikro-orm/migrations'

export class Confirmations extends Migration {
  override up(): void {
    this.addSql(`
-- JSON text: quotes, assumptions, what cannot be done, open questions.
alter table workflow_versions add column said text;
-- digest: what was confirmed; entries: JSON text, the ids of those that were ticked. Null: from before.
alter table accepted_versions add column digest text, add column entries text;
`)
  }
}
