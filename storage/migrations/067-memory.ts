// What workflows keep between runs (storage/memory/).
import { Migration } from '@mikro-orm/migrations'

export class Memory extends Migration {
  override up(): void {
    for (const sql of [tables, forget, open, change, take]) this.addSql(sql)
  }
}

const tables = `
create table memories (
  -- The id of the workflow whose own it is, or one of its own where it is shared.
  id text collate "C" primary key,
  organization_id text collate "C" not null references organizations,
  -- Of a shared one.
  name text collate "C",
  -- Ids of workflows; null: every workflow.
  readers text[],
  writers text[],
  -- What is kept, counted.
  keys integer not null default 0,
  bytes bigint not null default 0,
  created_at bigint not null,
  updated_at bigint not null,
  unique (organization_id, name)
);
create table memory_keys (
  -- No foreign key: it would cost a claim of 10,000 items as much as the rest of it (bench memory). The
  -- functions below, which lock the memory, are all that makes keys, and these go with it by forget_memory.
  memory_id text collate "C" not null,
  key text collate "C" not null,
  -- JSON text; null: an item that was given.
  value text,
  at bigint not null,
  expires_at bigint,
  -- The run that holds the item until it completes, and where in it the item was taken; null: nobody does.
  run text collate "C",
  step text collate "C",
  primary key (memory_id, key)
);
create index memory_keys_expiring on memory_keys (memory_id, expires_at) where expires_at is not null;
create index memory_keys_run on memory_keys (run) where run is not null;
-- What calls were answered, so that one that is made again gets the same answer and changes nothing more.
create table memory_answers (
  memory_id text collate "C" not null references memories on delete cascade,
  call text collate "C" not null,
  execution_id text collate "C",
  -- JSON text.
  answer text not null,
  at bigint not null,
  primary key (memory_id, call)
);
create index memory_answers_at on memory_answers (at, call);
create index executions_forked_from on executions (forked_from) where forked_from is not null`

const forget = `
create function forget_memory() returns trigger language plpgsql as $$
begin
  delete from memory_keys k where k.memory_id = old.id;
  return null;
end $$;
create trigger memories_are_forgotten after delete on memories for each row execute function forget_memory()`

/**
 * Finds the memory, makes a workflow's own where there is none yet, and locks it: changes of one memory come
 * one after another. What has expired goes first. `opened`: its id, where nothing refuses.
 */
const open = `
create function open_memory(of_organization text, of_workflow text, of_name text, of_now bigint,
  out refusal text, out opened text) language plpgsql as $$
declare
  allowed text[];
begin
  if of_name is not null then
    select m.id, m.writers into opened, allowed from memories m
      where m.organization_id = of_organization and m.name = of_name for update;
    if opened is null then
      refusal := 'unknown';
    elsif allowed is not null and not coalesce(of_workflow = any(allowed), false) then
      refusal := 'refused';
    end if;
  elsif of_workflow is null then
    refusal := 'none';
  else
    select m.id into opened from memories m where m.id = of_workflow and m.organization_id = of_organization for update;
    if opened is null then
      insert into memories (id, organization_id, created_at, updated_at)
        select w.id, w.organization_id, of_now, of_now from workflows w
          where w.id = of_workflow and w.organization_id = of_organization and w.deleted_at is null
        on conflict do nothing;
      select m.id into opened from memories m where m.id = of_workflow and m.organization_id = of_organization for update;
      if opened is null then
        refusal := 'gone';
      end if;
    end if;
  end if;
  if refusal is not null then
    return;
  end if;
  with gone as (delete from memory_keys k where k.memory_id = opened and k.expires_at <= of_now returning k.value),
  counted as (select count(*)::int as keys, coalesce(sum(octet_length(value)), 0)::bigint as bytes from gone)
  update memories m set keys = m.keys - c.keys, bytes = m.bytes - c.bytes from counted c
    where m.id = opened and c.keys > 0;
end $$`

/** One value: `set`, `delete`, `compare`, `add`. */
const change = `
create function change_memory(of_organization text, of_workflow text, of_name text, of_call text, of_execution text,
  of_now bigint, operation text, of_key text, of_value text, of_expires bigint, most_keys int, most_bytes bigint,
  out refusal text, out answer text) language plpgsql as $$
declare
  of_memory text;
  before text;
  is_there boolean;
  after text := of_value;
begin
  select o.refusal, o.opened into refusal, of_memory from open_memory(of_organization, of_workflow, of_name, of_now) o;
  if refusal is not null then
    return;
  end if;
  select a.answer into answer from memory_answers a where a.memory_id = of_memory and a.call = of_call;
  if answer is not null then
    return;
  end if;
  select k.value into before from memory_keys k where k.memory_id = of_memory and k.key = of_key;
  is_there := found;
  case operation
    when 'set' then
      answer := 'true';
    when 'delete' then
      answer := is_there::text;
    when 'compare' then
      answer := '{"changed":' || (before is distinct from after)::text || ',"before":' || coalesce(before, 'null') || '}';
    when 'add' then
      if before !~ '^-?[0-9]+([.][0-9]+)?([eE][-+]?[0-9]{1,3})?$' then
        refusal := 'no-number';
        return;
      end if;
      after := (coalesce(before, '0')::numeric + of_value::numeric)::text;
      -- The largest whole number that JavaScript holds exactly.
      if abs(after::numeric) > 9007199254740991 then
        refusal := 'no-number';
        return;
      end if;
      answer := after;
  end case;
  if operation = 'delete' then
    delete from memory_keys k where k.memory_id = of_memory and k.key = of_key;
    update memories m set keys = m.keys - 1, bytes = m.bytes - coalesce(octet_length(before), 0), updated_at = of_now
      where m.id = of_memory and is_there;
  else
    update memories m set keys = m.keys + (not is_there)::int, updated_at = of_now,
        bytes = m.bytes + octet_length(after) - coalesce(octet_length(before), 0)
      where m.id = of_memory and m.keys + (not is_there)::int <= most_keys
        and m.bytes + octet_length(after) - coalesce(octet_length(before), 0) <= most_bytes;
    if not found then
      refusal := 'full';
      answer := null;
      return;
    end if;
    insert into memory_keys as k (memory_id, key, value, at, expires_at)
      values (of_memory, of_key, after, of_now, of_expires)
      on conflict (memory_id, key) do update
        set value = after, at = of_now, run = null, step = null,
          expires_at = case when operation = 'add' then k.expires_at else of_expires end;
  end if;
  insert into memory_answers (memory_id, call, execution_id, answer, at)
    values (of_memory, of_call, of_execution, answer, of_now);
end $$`

/**
 * Items of a list: takes those that are not kept. What an earlier attempt of the run took at the same step
 * is this run's: an attempt is a run that failed or was cancelled, and was retried.
 * Each key is looked up in the index, once: `offset 0` keeps the planner from a join. It knows nothing of a
 * memory that is new since its last statistics, takes it for empty, and would compare each key with each.
 */
const take = `
create function take_from_memory(of_organization text, of_workflow text, of_name text, of_call text,
  of_execution text, of_now bigint, of_keys text[], holds boolean, of_run text, of_step text, most_keys int,
  out refusal text, out answer text) language plpgsql as $$
declare
  of_memory text;
  earlier text[];
  fresh text[];
  moved text[];
begin
  select o.refusal, o.opened into refusal, of_memory from open_memory(of_organization, of_workflow, of_name, of_now) o;
  if refusal is not null then
    return;
  end if;
  select a.answer into answer from memory_answers a where a.memory_id = of_memory and a.call = of_call;
  if answer is not null then
    return;
  end if;
  with recursive attempts(id) as (
    select e.forked_from from executions e where e.id = of_run and e.organization_id = of_organization
    union
    select e.forked_from from attempts a join executions e on e.id = a.id and e.status in ('failed', 'cancelled')
  )
  select array_agg(a.id) into earlier from attempts a join executions e on e.id = a.id
    where e.status in ('failed', 'cancelled');
  select coalesce(array_agg(w.key) filter (where k.key is null), '{}'),
      coalesce(array_agg(w.key) filter (where k.key is not null), '{}'),
      coalesce(json_agg(w.number order by w.number), '[]')::text
    into fresh, moved, answer
    from unnest(of_keys) with ordinality w(key, number)
    left join lateral (
      select k.key, k.run, k.step from memory_keys k where k.memory_id = of_memory and k.key = w.key offset 0
    ) k on true
    where k.key is null or (k.run = any(earlier) and k.step = of_step);
  update memories m set keys = m.keys + cardinality(fresh), updated_at = of_now
    where m.id = of_memory and m.keys + cardinality(fresh) <= most_keys;
  if not found then
    refusal := 'full';
    answer := null;
    return;
  end if;
  update memory_keys k set run = case when holds then of_run end, step = case when holds then of_step end, at = of_now
    where k.memory_id = of_memory and k.key = any(moved);
  insert into memory_keys (memory_id, key, at, run, step)
    select of_memory, f.key, of_now, case when holds then of_run end, case when holds then of_step end
      from unnest(fresh) f(key);
  insert into memory_answers (memory_id, call, execution_id, answer, at)
    values (of_memory, of_call, of_execution, answer, of_now);
end $$`
