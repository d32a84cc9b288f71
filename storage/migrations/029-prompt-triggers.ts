// Triggers that a prompt says. Each version keeps them, so that activating it brings them back; of versions
// from before it is not known. Triggers that are there were all made by hand.
import { Migration } from '@mikro-orm/migrations'

export class PromptTriggers extends Migration {
  override up(): void {
    this.addSql(`
-- JSON text: KeptTrigger[]; null where nobody can tell.
alter table workflow_versions add column prompt_triggers text;
alter table workflow_triggers add column from_prompt boolean not null default false;
`)
  }
}
