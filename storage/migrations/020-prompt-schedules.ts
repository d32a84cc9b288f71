// Each version keeps the schedule that its prompt names, so that activating it brings the schedule back.
// The currently active versions get the schedule that their workflow has from a prompt; of other versions
// it is not known.
import { Migration } from '@mikro-orm/migrations'

export class PromptSchedules extends Migration {
  override up(): void {
    this.addSql(`
-- JSON text: Schedule, or null where the prompt says no time.
alter table workflow_versions add column prompt_schedule text;
alter table workflow_versions disable trigger workflow_versions_are_immutable;
update workflow_versions v set prompt_schedule = coalesce(w.schedule::json->>'schedule', 'null')
from workflows w
where w.active_version_id = v.id and (w.schedule is null or (w.schedule::json->>'isFromPrompt')::boolean);
alter table workflow_versions enable trigger workflow_versions_are_immutable;
`)
  }
}
