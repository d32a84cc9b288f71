// Answers of language models to questions that ask steps may ask again (storage/models/model-answers.ts).
import { Migration } from '@mikro-orm/migrations'

export class ModelAnswers extends Migration {
  override up(): void {
    this.addSql(answers)
  }
}

/**
 * A cache: not worth WAL, nor a place in a backup, which leaves unlogged tables out. It refers to no other
 * table, so that those can be emptied and restored.
 */
const answers = `
create unlogged table model_answers (
  organization_id text collate "C" not null,
  -- SHA-256 of the model and of all that it was asked.
  key text collate "C" not null,
  -- JSON text.
  answer text not null,
  bytes integer not null,
  at bigint not null,
  expires_at bigint not null,
  primary key (organization_id, key)
);
create index model_answers_oldest on model_answers (organization_id, at);
create index model_answers_expiring on model_answers (expires_at)`
