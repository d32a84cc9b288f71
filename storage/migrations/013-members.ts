// Members of an organization: teams, invitations, when a membership began. The audit log, whose rows no
// statement can change. The restrictions of an API key, and its text before a rotation.
import { Migration } from '@mikro-orm/migrations'

export class Members extends Migration {
  override up(): void {
    this.addSql(audit)
    this.addSql(appendOnly)
    this.addSql(organizations)
    this.addSql(teams)
    this.addSql(invitations)
    this.addSql(apiKeys)
  }
}

const audit = `
create table audit_entries (
  id text collate "C" primary key,
  organization_id text collate "C" not null references organizations,
  action text collate "C" not null,
  -- Null: nobody who is known, for example a login that failed.
  actor_id text collate "C",
  -- The API key that the actor used.
  actor_key_id text collate "C",
  target_type text collate "C",
  target_id text collate "C",
  target_name text,
  -- JSON text.
  details text not null,
  address text,
  created_at bigint not null
);
create index on audit_entries (organization_id, id desc);
create index on audit_entries (organization_id, actor_id, id desc);
create index on audit_entries (organization_id, target_id, id desc);
`

const appendOnly = `
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only: % is refused', tg_op;
end $$;
create trigger audit_entries_append_only before update or delete or truncate on audit_entries
  for each statement execute function refuse_change();
`

const organizations = `
alter table organizations add column deleted_at bigint;
alter table memberships add column joined_at bigint not null
  default (extract(epoch from clock_timestamp()) * 1000)::bigint;
update memberships m set joined_at = greatest(u.created_at, o.created_at)
  from users u, organizations o where u.id = m.user_id and o.id = m.organization_id;
`

/** Everybody's team has no row of its own: it has the organization's name, age and id. */
const teams = `
create table teams (
  id text collate "C" primary key,
  organization_id text collate "C" not null references organizations,
  name text not null,
  created_at bigint not null
);
create unique index teams_name on teams (organization_id, lower(name));
create table team_members (
  organization_id text collate "C" not null,
  team_id text collate "C" not null references teams on delete cascade,
  user_id text collate "C" not null,
  joined_at bigint not null,
  primary key (team_id, user_id),
  foreign key (organization_id, user_id) references memberships on delete cascade
);
create index on team_members (organization_id, user_id);
create view all_teams as
  select id, organization_id, name, created_at from teams
  union all
  select 'team_' || substr(id, 5), id, name, created_at from organizations;
create view all_team_members as
  select organization_id, team_id, user_id, joined_at from team_members
  union all
  select organization_id, 'team_' || substr(organization_id, 5), user_id, joined_at from memberships;
`

const invitations = `
create table invitations (
  id text collate "C" primary key,
  organization_id text collate "C" not null references organizations,
  -- Null: everybody's.
  team_id text collate "C" references teams on delete cascade,
  email text not null,
  email_key text collate "C" not null,
  role text collate "C" not null,
  -- SHA-256 of the token in the link, in hex.
  token_hash text collate "C" not null unique,
  invited_by text collate "C" not null references users,
  created_at bigint not null,
  expires_at bigint not null
);
create unique index invitations_open on invitations (organization_id, coalesce(team_id, ''), email_key);
`

const apiKeys = `
alter table api_keys
  -- Null: from everywhere.
  add column allowed_ips text[],
  add column allowed_origins text[],
  -- The key before its rotation, as long as it still works.
  add column previous_hash text collate "C" unique,
  add column previous_until bigint;
create index on api_keys (organization_id, created_by) where revoked_at is null;
`
