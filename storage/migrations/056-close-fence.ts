// Ends what commits for a node of a cluster (storage/placement/fence.ts).
import { Migration } from '@mikro-orm/migrations'

export class CloseFence extends Migration {
  override up(): void {
    this.addSql(closeFence)
    // Of the fence that each commit had to pass, until now.
    this.addSql('drop function if exists refuse_buried()')
  }
}

// A session may enter between a look at those that have entered and the lock: it is ended at the next look.
// Bounded by the deadline of the statement.
const closeFence = `
create function close_fence(key integer, node integer) returns boolean language plpgsql as $$
begin
  while not pg_try_advisory_xact_lock(key, node) loop
    perform pg_terminate_backend(l.pid) from pg_locks l
      where l.locktype = 'advisory' and l.classid = key::oid and l.objid = node::oid and l.objsubid = 2
        and l.granted and l.database = (select oid from pg_database where datname = current_database());
    perform pg_sleep(0.002);
  end loop;
  return true;
end
$$;
`
