// Mails on their way out, password resets, facts about a session's client, identities at providers, failed
// logins. A secret that leaves by mail is kept as a hash, or sealed by the vault until it has left.
import { Migration } from '@mikro-orm/migrations'

export class SignIn extends Migration {
  override up(): void {
    for (const sql of [mails, resets, sessions, identities, failures]) this.addSql(sql)
  }
}

/** next_attempt_at is null once a mail has left or was given up; sealed_body is null from then on. */
const mails = `
create table mails (
  id text collate "C" primary key,
  organization_id text collate "C" references organizations on delete cascade,
  recipient text not null,
  subject text not null,
  sealed_body text,
  attempts integer not null default 0,
  next_attempt_at bigint,
  sent_at bigint,
  error text,
  created_at bigint not null
);
create index mails_due on mails (next_attempt_at) where next_attempt_at is not null;
create index mails_sealed on mails (id) where sealed_body is not null;
`

/** A request is the same row for an address that has an account and for one that has none. */
const resets = `
create table reset_requests (
  id text collate "C" primary key,
  email_key text collate "C" not null,
  created_at bigint not null
);
create table password_resets (
  token_hash text collate "C" primary key,
  user_id text collate "C" not null references users on delete cascade,
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint
);
create index password_resets_user on password_resets (user_id, created_at);
create index password_resets_expired on password_resets (expires_at);
`

/** email_verified_at: when the user last proved the mailbox. */
const sessions = `
alter table users add column email_verified_at bigint;
alter table sessions
  add column last_used_at bigint,
  add column address text,
  add column user_agent text,
  add column provider text collate "C";
create index sessions_user on sessions (user_id, created_at);
`

const identities = `
create table identities (
  provider text collate "C" not null,
  subject text collate "C" not null,
  user_id text collate "C" not null references users on delete cascade,
  email text not null,
  created_at bigint not null,
  last_used_at bigint not null,
  primary key (provider, subject)
);
create index identities_user on identities (user_id);
`

/** Unlogged: only a crash of PostgreSQL resets the counts. */
const failures = `
create unlogged table login_failures (
  key text collate "C" primary key,
  count integer not null,
  expires_at bigint not null
);
create index login_failures_expired on login_failures (expires_at);
`
