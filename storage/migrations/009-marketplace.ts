// Columns of tool servers for installations from the marketplace; and the registries that an organization
// reads beside the catalog of the service.
import { Migration } from '@mikro-orm/migrations'

export class Marketplace extends Migration {
  override up(): void {
    this.addSql(installations)
    this.addSql(sources)
  }
}

const installations = `
alter table tool_servers
  add column catalog_tool_id text collate "C",
  -- of the catalog server in this process; null for a remote one
  add column catalog_slug text,
  add column catalog_version text,
  -- JSON text: what was set, and the tools' definitions as they were pinned (null for a remote one)
  add column catalog_settings text,
  add column catalog_definitions text;
create unique index tool_servers_installed on tool_servers (organization_id, catalog_tool_id)
  where catalog_tool_id is not null;
`

const sources = `
create table marketplace_sources (
  id text collate "C" primary key,
  organization_id text collate "C" not null references organizations (id),
  name text not null,
  url text not null,
  search text,
  -- JSON text: what was read last, as MarketplaceEntry without its source
  entries text not null,
  entry_count integer not null,
  -- entries that could not be read, and why the first ones
  skipped integer not null,
  problems text not null,
  error text,
  read_at bigint,
  tried_at bigint,
  created_at bigint not null,
  unique (organization_id, url)
);
create index on marketplace_sources (organization_id, id);
`
