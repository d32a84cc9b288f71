// Sessions of clients of /rpc (rpc/lanes/legacy/): what a node needs to go on with one that it did not begin.
import { Migration } from '@mikro-orm/migrations'

export class RpcSessions extends Migration {
  override up(): void {
    // key: SHA-256 of the session's id, in hex. node: who has it in memory; 0: nobody. life: how often it was
    // taken over. handshake: parameters of `initialize`, resources: subscribed URIs, both JSON text.
    this.addSql(`
create table rpc_sessions (
  key text collate "C" primary key,
  organization_id text collate "C" not null,
  principal text collate "C" not null,
  node int not null,
  life int not null,
  handshake text not null,
  log_level text not null,
  resources text not null,
  used_at bigint not null
)`)
    this.addSql('create index rpc_sessions_unused on rpc_sessions (used_at)')
    this.addSql('create index rpc_sessions_of_node on rpc_sessions (node)')
  }
}
