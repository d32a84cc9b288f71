// Lists and search of executions: indexes for the orders of lists, and a search table that a chore fills a
// moment later (storage/executions/search-index.ts), so that no execution waits for it.
import { Migration } from '@mikro-orm/migrations'

export class Search extends Migration {
  override up(): void {
    for (const sql of [lists, changes, search, existing]) this.addSql(sql)
  }
}

const lists = `
drop index executions_organization_id_id_idx;
drop index executions_workflow_id_id_idx;
create index executions_newest on executions (organization_id, created_at, id);
create index executions_of_workflow on executions (workflow_id, created_at, id);
-- Most executions complete, and lists by status ask for the others: those that complete at once never enter it.
create index executions_by_status on executions (organization_id, status, created_at, id) where status <> 'completed';
`

const changes = `
-- Executions that a commit wrote, one row a commit, in no order; whoever has put them into the search table deletes it.
create table execution_changes (
  ids text[] not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
-- Ids do not compress.
alter table execution_changes alter column ids set storage external;
`

const search = `
-- words: those of the texts, and facts about it (storage/executions/search-words.ts)
create table execution_search (
  id text collate "C" primary key,
  organization_id text collate "C" not null,
  created_at bigint not null,
  finished_at bigint,
  duration_ms bigint,
  words tsvector not null
);
create index on execution_search (organization_id, created_at, id);
create index on execution_search (organization_id, finished_at, id) where finished_at is not null;
create index on execution_search (organization_id, duration_ms, id) where duration_ms is not null;
-- A longer list of what waits to be sorted in would be read by every search.
create index on execution_search using gin (words) with (gin_pending_list_limit = 512);
`

const existing = `
insert into execution_changes (ids)
select array_agg(id) from (select id, row_number() over (order by id) / 500 as part from executions) numbered
group by part;
`
