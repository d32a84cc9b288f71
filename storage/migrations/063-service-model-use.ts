// What organizations spend of the service's own model, and the calls of tools in chats
// (storage/models/model-usage.ts, storage/usage/chat-charges.ts). An organization without a model of its own
// has asked the service's alone.
import { Migration } from '@mikro-orm/migrations'

export class ServiceModelUse extends Migration {
  override up(): void {
    this.addSql('alter table model_usage add column service_cu bigint not null default 0')
    this.addSql(`
update model_usage m set service_cu = cu where not exists (
  select from model_settings s where s.organization_id = m.organization_id and s.models <> '[]')`)
    // day: yyyymmdd, UTC.
    this.addSql(`
create table chat_calls (
  organization_id text collate "C" not null,
  day integer not null,
  tool text collate "C" not null,
  calls bigint not null default 0,
  primary key (organization_id, day, tool)
) with (fillfactor = 80)`)
  }
}
