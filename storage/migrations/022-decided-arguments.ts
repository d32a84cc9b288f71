// An approval keeps the proposed arguments beside the decided ones, and its subject has one of several
// kinds. Where somebody edited arguments before this migration, the row holds only the edited ones; the
// journal alone still has the proposed ones.
import { Migration } from '@mikro-orm/migrations'

export class DecidedArguments extends Migration {
  override up(): void {
    this.addSql(`
-- JSON text; null when the proposed arguments were not edited.
alter table approvals add column decided_args text;
-- Which of the subject's columns are there (domain/work/approval-subject.ts).
alter table approvals add column kind text collate "C" not null default 'execution';
alter table approvals alter column kind drop default;
alter table approvals alter column execution_id drop not null;
alter table approvals alter column step_id drop not null;
alter table approvals add constraint approvals_name_their_subject
  check (kind <> 'execution' or (execution_id is not null and step_id is not null));
`)
  }
}
