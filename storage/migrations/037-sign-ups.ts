// Sign-ups that wait for the proof of a mailbox. Nothing of them can log in: user and organization are made
// when the link of the mail comes back. token_hash is null until the mail is made, and for an address that
// has an account already; browser_hash is of the cookie of the browser that signed up.
import { Migration } from '@mikro-orm/migrations'

export class SignUps extends Migration {
  override up(): void {
    this.addSql(signUps)
  }
}

const signUps = `
create table sign_ups (
  id text collate "C" primary key,
  email text not null,
  email_key text collate "C" not null,
  name text,
  organization_name text not null,
  password_hash text,
  browser_hash text collate "C",
  token_hash text collate "C" unique,
  address text,
  mailed_at bigint,
  expires_at bigint not null
);
create index sign_ups_address on sign_ups (email_key, mailed_at);
create index sign_ups_waiting on sign_ups (id) where mailed_at is null;
create index sign_ups_expired on sign_ups (expires_at);
`
