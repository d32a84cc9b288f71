// How many requests each client has made in the minute that runs. Unlogged: the rows outlive a crash of the server, and
// one of PostgreSQL may cost them, for after that the minute is over anyway; so they write no WAL.
import { Migration } from '@mikro-orm/migrations'

export class RateCounts extends Migration {
  override up(): void {
    this.addSql(`
      create unlogged table rate_counts (
        bucket text collate "C" not null,
        -- The id of a key or user, or an address: http/limits.ts.
        client text collate "C" not null,
        used integer not null,
        ends_at bigint not null,
        primary key (bucket, client)
      ) with (fillfactor = 70)`)
  }
}
