// The nodes of a cluster and who has which shard (storage/placement/). Nothing of it is used while a server
// runs alone.
import { Migration } from '@mikro-orm/migrations'

export class Cluster extends Migration {
  override up(): void {
    this.addSql(cluster)
  }
}

const cluster = `
create sequence cluster_incarnations as integer;
-- cluster: what the secret of the cluster gives. sessions: mark of all sessions of the node's process.
-- timeline: of PostgreSQL when the node joined; after a failover nobody is a member any more.
create table cluster_members (
  incarnation integer primary key,
  address text collate "C" not null,
  version text not null,
  cluster text not null,
  sessions text collate "C" not null,
  timeline text collate "C" not null,
  is_draining boolean not null default false,
  beats integer not null default 0,
  beat_at timestamptz not null default clock_timestamp()
) with (fillfactor = 50);
-- owner: incarnation that claimed it last; null, or no member: it is free.
create table cluster_shards (
  shard integer primary key,
  owner integer,
  epoch integer not null default 0
);
insert into cluster_shards (shard) select generate_series(0, 255);
create function refuse_buried() returns boolean language plpgsql as $$
begin
  raise exception 'this node is no member of the cluster any more' using errcode = 'TR001';
end
$$;
`
