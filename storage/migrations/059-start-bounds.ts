// What bounds the starts of executions: the budget of the API key that starts them or has made what starts
// them, and how many may descend from one execution (storage/usage/start-bounds.ts). And the queue of the
// ends that completion triggers wait for, in which organizations take turns (storage/workflows/triggers.ts).
import { Migration } from '@mikro-orm/migrations'

export class StartBounds extends Migration {
  override up(): void {
    for (const sql of [columns, tables, admit, take]) this.addSql(sql)
  }
}

const columns = `
-- The execution from which it descends; null: from none.
alter table executions add column root text collate "C";
-- The API key with which it was made or last changed; null: by a person.
alter table workflow_triggers add column key_id text collate "C";
-- Of the start (question 0): when, and from which budgets, to give it back when nothing has started.
alter table budget_grants add column at bigint, add column scopes text[], add column ids text[];
create index budget_grants_of_starts on budget_grants (at) where question = 0`

const tables = `
-- How many executions descend from a root.
create table chains (
  root text collate "C" primary key,
  executions int not null,
  at bigint not null
);
create index chains_at on chains (at);
-- Ends of executions that have yet to start what listens to them.
create table completion_queue (
  organization_id text collate "C" not null,
  position bigint not null,
  execution_id text collate "C" not null,
  workflow_id text collate "C" not null,
  status text collate "C" not null,
  created_at bigint not null,
  primary key (organization_id, position)
)`

const admit = `
create function admit_start(of_organization text, of_execution text, of_root text, most int, of_now bigint,
  of_period int, scopes text[], ids text[], limits bigint[], portion bigint)
returns table (given bigint, led int, of_scope text, of_limit bigint, of_used bigint) language plpgsql as $$
declare
  answer record;
begin
  -- It has started: the request is repeated.
  if exists (select from executions e where e.id = of_execution) then
    return query select 0::bigint, null::int, null::text, null::bigint, null::bigint;
    return;
  end if;
  if of_root is not null then
    insert into chains as c (root, executions, at) values (of_root, 1, of_now)
      on conflict (root) do update set executions = c.executions + 1, at = of_now where c.executions < most;
    if not found then
      return query select 0::bigint, most, null::text, null::bigint, null::bigint;
      return;
    end if;
  end if;
  if cardinality(scopes) = 0 then
    return query select 0::bigint, null::int, null::text, null::bigint, null::bigint;
    return;
  end if;
  select r.granted as granted, r.of_scope as scope, r.of_limit as upto, r.of_used as used into answer
    from reserve_budget(of_organization, of_execution, 0, of_period, scopes, ids, limits, 1, portion) r;
  if answer.scope is null then
    update budget_grants g set at = of_now, scopes = admit_start.scopes, ids = admit_start.ids
      where g.execution_id = of_execution and g.question = 0;
  elsif of_root is not null then
    update chains c set executions = c.executions - 1 where c.root = of_root;
  end if;
  return query select answer.granted::bigint, null::int, answer.scope::text, answer.upto::bigint, answer.used::bigint;
end $$`

const take = `
-- Takes compute units from the month of an API key, all or nothing unless they are spent already.
create function take_of_key(of_organization text, of_key text, of_period int, cu bigint, is_spent boolean)
returns table (of_limit bigint, of_used bigint) language plpgsql as $$
declare
  most bigint;
  before bigint;
begin
  select k.budget into most from api_keys k where k.organization_id = of_organization and k.id = of_key;
  if most is null then
    return;
  end if;
  insert into budget_use (scope, scope_id, period, organization_id) values ('key', of_key, of_period, of_organization)
    on conflict do nothing;
  select b.used into before from budget_use b
    where b.scope = 'key' and b.scope_id = of_key and b.period = of_period for update;
  if not is_spent and most - before < cu then
    return query select most, before;
    return;
  end if;
  update budget_use b set used = b.used + cu where b.scope = 'key' and b.scope_id = of_key and b.period = of_period;
end $$`
