// Applications that act for a person in an organization (docs/decisions/040): those that have registered
// themselves, the connections that people have allowed, and their codes and tokens as SHA-256 in hex. What
// ends a connection deletes its row, and its tokens with it.
import { Migration } from '@mikro-orm/migrations'

export class Connections extends Migration {
  override up(): void {
    this.addSql(connections)
  }
}

const connections = `
create table oauth_clients (
  id text collate "C" primary key,
  name text not null,
  redirect_uris text[] not null,
  created_at bigint not null,
  connected_at bigint
);
create index oauth_clients_unconnected on oauth_clients (created_at) where connected_at is null;

create table connections (
  id text collate "C" primary key,
  organization_id text collate "C" not null references organizations,
  user_id text collate "C" not null references users on delete cascade,
  client_id text collate "C" not null,
  client_name text not null,
  client_host text not null,
  scopes text[] not null,
  audience text not null,
  created_at bigint not null,
  last_used_at bigint,
  expires_at bigint not null
);
create index connections_user on connections (user_id, organization_id, id);
create index connections_client on connections (client_id);
create index connections_expired on connections (expires_at);

create table connection_tokens (
  hash text collate "C" primary key,
  connection_id text collate "C" not null references connections on delete cascade,
  kind text not null,
  scopes text[] not null,
  challenge text,
  redirect_uri text,
  used_at bigint,
  expires_at bigint not null
);
create index connection_tokens_connection on connection_tokens (connection_id);
create index connection_tokens_expired on connection_tokens (expires_at);
`
