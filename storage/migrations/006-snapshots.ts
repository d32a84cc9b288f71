// The state of long-lived actors beside their entries, so that not all of them have to be read again (R3).
import { Migration } from '@mikro-orm/migrations'

export class Snapshots extends Migration {
  override up(): void {
    this.addSql(snapshots)
  }
}

const snapshots = `
-- seq: the last event that is in it; version: of the shape of the state; body: JSON text; at: when it was taken, Unix ms.
create table snapshots (
  address text collate "C" primary key,
  seq integer not null,
  version integer not null,
  body text not null,
  at bigint not null
);
`
