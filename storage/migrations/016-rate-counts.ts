// How many requests each client has made in the current minute. Unlogged, so that writing needs no WAL: the
// rows outlive a crash of the server; a crash of PostgreSQL may lose them, but by the time it is back the
// minute is over.
import { Migration } from '@mikro-orm/migrations'

export class RateCounts extends Migration {
  override up(): void {
    this.addSql(`
      create unlogged table rate_counts (
        bucket text collate "C" not null,
        -- The id of a key or user, or an address: http/limits/limits.ts.
        client text collate "C" not null,
        used integer not null,
        ends_at bigint not null,
        primary key (bucket, client)
      ) with (fillfactor = 70)`)
  }
}
