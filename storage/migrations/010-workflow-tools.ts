// Workflows as tools of /rpc: the name by which agents know each, and whether it is offered; and the tools
// that an API key is limited to. Existing workflows get the slug that domain/work/workflow-slug.ts would
// give them, as far as SQL can fold letters; of several with the same slug, all but the oldest get the end
// of their id appended.
import { Migration } from '@mikro-orm/migrations'

export class WorkflowTools extends Migration {
  override up(): void {
    this.addSql(
      'alter table workflows add column tool boolean not null default false, add column slug text collate "C"',
    )
    this.addSql(slugs)
    this.addSql('alter table workflows alter column slug set not null')
    this.addSql(
      'create unique index workflows_slug on workflows (organization_id, slug) where deleted_at is null',
    )
    this.addSql('alter table api_keys add column tools text[]')
  }
}

const slugs = `
with folded as (
  select id, organization_id,
    coalesce(nullif(trim(both '_' from
      left(trim(both '_' from regexp_replace(lower(name), '[^a-z0-9]+', '_', 'g')), 48)), ''), 'workflow') as slug
  from workflows
), ranked as (
  select id, slug, row_number() over (partition by organization_id, slug order by id) as rank from folded
)
update workflows w
set slug = case when r.rank = 1 then r.slug else r.slug || '_' || right(w.id, 8) end
from ranked r where r.id = w.id
`
