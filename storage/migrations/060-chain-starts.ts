// Which starts have counted among what their root leads to (storage/usage/start-bounds.ts), so that one that
// is asked for again counts once, and one that never began comes back (storage/usage/start-retention.ts).
import { Migration } from '@mikro-orm/migrations'

export class ChainStarts extends Migration {
  override up(): void {
    for (const sql of [table, admit, leave]) this.addSql(sql)
  }
}

const table = `
create table chain_starts (
  execution_id text collate "C" primary key,
  root text collate "C" not null,
  -- When it was asked for the last time.
  at bigint not null
);
create index chain_starts_at on chain_starts (at)`

const admit = `
create or replace function admit_start(of_organization text, of_execution text, of_root text, most int, of_now bigint,
  of_period int, scopes text[], ids text[], limits bigint[], portion bigint)
returns table (given bigint, led int, of_scope text, of_limit bigint, of_used bigint) language plpgsql as $$
declare
  answer record;
  is_new boolean;
begin
  -- It has started: the request is repeated.
  if exists (select from executions e where e.id = of_execution) then
    return query select 0::bigint, null::int, null::text, null::bigint, null::bigint;
    return;
  end if;
  if of_root is not null then
    insert into chain_starts as s (execution_id, root, at) values (of_execution, of_root, of_now)
      on conflict (execution_id) do update set at = of_now returning s.xmax = 0 into is_new;
    if is_new then
      insert into chains as c (root, executions, at) values (of_root, 1, of_now)
        on conflict (root) do update set executions = c.executions + 1, at = of_now where c.executions < most;
      if not found then
        delete from chain_starts s where s.execution_id = of_execution;
        return query select 0::bigint, most, null::text, null::bigint, null::bigint;
        return;
      end if;
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
  else
    perform leave_chain(of_execution);
  end if;
  return query select answer.granted::bigint, null::int, answer.scope::text, answer.upto::bigint, answer.used::bigint;
end $$`

const leave = `
-- Of a start that has not begun.
create function leave_chain(of_execution text) returns void language sql as $$
  with gone as (delete from chain_starts where execution_id = of_execution returning root)
  update chains c set executions = greatest(0, c.executions - 1) from gone where c.root = gone.root
$$`
