// Connections to tool servers by OAuth: the client that we are at a server's authorization server, the tokens
// of the organization and of its members, and the consents that are under way.
import { Migration } from '@mikro-orm/migrations'

export class ServerConnections extends Migration {
  override up(): void {
    this.addSql(connections)
  }
}

const connections = `
-- id: of the tool server. sealed: JSON text, OauthClient.
create table tool_server_clients (
  id text collate "C" primary key references tool_servers on delete cascade,
  organization_id text collate "C" not null references organizations on delete cascade,
  issuer text not null,
  sealed text not null
);
-- user_id: null for the organization's. url: of the server when it was made; at another URL it is void.
-- sealed: JSON text, ConnectionSecret. refreshing_until: whoever refreshes has it for themselves until then.
create table tool_server_connections (
  id text collate "C" primary key,
  organization_id text collate "C" not null references organizations on delete cascade,
  tool_server_id text collate "C" not null references tool_servers on delete cascade,
  user_id text collate "C",
  url text not null,
  issuer text not null,
  scope text,
  sealed text not null,
  expires_at bigint,
  error text,
  version integer not null,
  refreshing_until bigint not null default 0,
  created_at bigint not null,
  foreign key (organization_id, user_id) references memberships on delete cascade
);
create unique index tool_server_connections_owner on tool_server_connections (tool_server_id, coalesce(user_id, ''));
create index tool_server_connections_user on tool_server_connections (organization_id, user_id);
-- id: hash of the state. sealed: JSON text, ConnectFlow.
create table tool_server_authorizations (
  id text collate "C" primary key,
  organization_id text collate "C" not null references organizations on delete cascade,
  tool_server_id text collate "C" not null references tool_servers on delete cascade,
  user_id text collate "C",
  sealed text not null,
  expires_at bigint not null
);
create index tool_server_authorizations_organization on tool_server_authorizations (organization_id, expires_at);
`
