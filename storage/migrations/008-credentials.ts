// Credentials of organizations, who was sent them, and the row by which a start sees that its master key
// fits.
import { Migration } from '@mikro-orm/migrations'

export class Credentials extends Migration {
  override up(): void {
    this.addSql(credentials)
  }
}

const credentials = `
create table credentials (
  id text collate "C" primary key,
  organization_id text collate "C" not null references organizations,
  name text collate "C" not null,
  kind text collate "C" not null,
  allowed_hosts text[] not null,
  -- JSON text of the secret's fields, sealed for this row (storage/secrets/vault.ts).
  sealed_secret text not null,
  version integer not null,
  created_by text collate "C" not null,
  created_at bigint not null,
  last_used_at bigint,
  unique (organization_id, name)
);
create index on credentials (organization_id, id desc);
-- The newest of each credential: storage/secrets/credential-uses.ts says how many.
create table credential_uses (
  id text collate "C" primary key,
  credential_id text collate "C" not null references credentials on delete cascade,
  execution_id text collate "C",
  step_id text collate "C",
  host text not null,
  status integer,
  at bigint not null
);
create index on credential_uses (credential_id, id desc);
create table vault_check (
  id text collate "C" primary key,
  sealed text not null
);
`
