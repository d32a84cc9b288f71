// Monthly budgets of workflows and API keys (storage/usage/month-budgets.ts). Two functions, because several
// rows have to be locked, judged and changed in one round trip of a host.
import { Migration } from '@mikro-orm/migrations'

export class MonthBudgets extends Migration {
  override up(): void {
    for (const sql of [columns, tables, reserve, settle]) this.addSql(sql)
  }
}

const columns = `
alter table workflows add column monthly_budget integer;
alter table api_keys add column budget integer`

const tables = `
-- used: granted to executions that have not ended, and used by those that have. period: yyyymm, UTC.
create table budget_use (
  scope text collate "C" not null,
  scope_id text collate "C" not null,
  period integer not null,
  organization_id text collate "C" not null,
  used bigint not null default 0,
  primary key (scope, scope_id, period)
);
-- Of executions that have not settled.
create table budget_grants (
  execution_id text collate "C" not null,
  question integer not null,
  period integer not null,
  granted bigint not null,
  primary key (execution_id, question)
)`

const reserve = `
create function reserve_budget(of_organization text, of_execution text, of_question int, of_period int, scopes text[],
  ids text[], limits bigint[], needed bigint, portion bigint)
returns table (granted bigint, of_scope text, of_limit bigint, of_used bigint) language plpgsql as $$
declare
  given bigint;
  before bigint;
  room bigint := 9000000000000000;
begin
  -- A host that died may still ask what its successor asks.
  perform pg_advisory_xact_lock(hashtext(of_execution));
  select g.granted into given from budget_grants g where g.execution_id = of_execution and g.question = of_question;
  if found then
    return query select given, null::text, null::bigint, null::bigint;
    return;
  end if;
  for n in 1..cardinality(scopes) loop
    insert into budget_use (scope, scope_id, period, organization_id) values (scopes[n], ids[n], of_period, of_organization)
      on conflict do nothing;
    select b.used into before from budget_use b
      where b.scope = scopes[n] and b.scope_id = ids[n] and b.period = of_period for update;
    if limits[n] - before < needed then
      return query select 0::bigint, scopes[n], limits[n], before;
      return;
    end if;
    room := least(room, limits[n] - before);
  end loop;
  given := case when room >= portion * 10 then greatest(needed, portion) else needed end;
  update budget_use b set used = b.used + given from unnest(scopes, ids) as s(scope, id)
    where b.scope = s.scope and b.scope_id = s.id and b.period = of_period;
  insert into budget_grants values (of_execution, of_question, of_period, given);
  return query select given, null::text, null::bigint, null::bigint;
end $$`

const settle = `
create function settle_budget(of_execution text, scopes text[], ids text[], of_used bigint) returns void
language plpgsql as $$
declare
  reserved bigint;
  last_period integer;
begin
  with gone as (delete from budget_grants where execution_id = of_execution returning *)
  select sum(gone.granted), max(gone.period) into reserved, last_period from gone;
  if reserved is null then
    return;
  end if;
  update budget_use b set used = greatest(0, b.used + of_used - reserved) from unnest(scopes, ids) as s(scope, id)
    where b.scope = s.scope and b.scope_id = s.id and b.period = last_period;
end $$`
