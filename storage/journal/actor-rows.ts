// Sections of the commit statement for actors of every kind, beside their entries and projections: wakeups,
// snapshots, and events for the outbox.
import { int4Array, int8Array, textArray } from '../postgres/array-parameter.ts'
import { eventsOf } from './commit-events.ts'
import { type Section, unlessRefused } from './commit-section.ts'

const wakes: Section = {
  name: 'wakes',
  width: 3,
  values({ commits }) {
    const changed = commits.flatMap(({ address, wake }) => (wake === undefined ? [] : [{ address, ...wake }]))
    if (changed.length === 0) return null
    return [
      textArray(changed.map(({ address }) => address)),
      int8Array(changed.map(({ at }) => at)),
      int4Array(changed.map(({ isOwing }) => Number(isOwing))),
    ]
  },
  ctes: has => `woken as (
  insert into wakeups (address, due_at, is_owing)
  select address, due_at, owing = 1 from unnest($1::text[], $2::int8[], $3::int4[]) as w(address, due_at, owing)
  where (due_at is not null or owing = 1) and ${unlessRefused(has, 'w.address')}
  on conflict (address) do update set due_at = excluded.due_at, is_owing = excluded.is_owing
),
slept as (
  delete from wakeups using unnest($1::text[], $2::int8[], $3::int4[]) as w(address, due_at, owing)
  where wakeups.address = w.address and w.due_at is null and w.owing = 0
)`,
}

const snapshots: Section = {
  name: 'snapshots',
  width: 1,
  values({ commits }) {
    const taken = commits.flatMap(({ address, at, snapshot }) =>
      snapshot ? { address, at, ...snapshot } : [],
    )
    return taken.length === 0 ? null : [JSON.stringify(taken)]
  },
  ctes: has => `snapshotted as (
  insert into snapshots (address, seq, version, body, at)
  select address, seq, version, body, at
  from jsonb_to_recordset($1::jsonb) as n(address text, seq int4, version int4, body text, at int8)
  where ${unlessRefused(has, 'n.address')}
  on conflict (address) do update set
    seq = excluded.seq, version = excluded.version, body = excluded.body, at = excluded.at
)`,
}

const events: Section = {
  name: 'events',
  width: 1,
  values({ commits, subscribed }) {
    const told = eventsOf(commits, subscribed)
    return told.length === 0 ? null : [JSON.stringify(told)]
  },
  ctes: has => `told as (
  insert into event_outbox (id, organization_id, type, resource, created_at, body)
  select id, "organizationId", type, resource, "createdAt", body
  from jsonb_to_recordset($1::jsonb)
    as t(id text, "organizationId" text, type text, resource text, "createdAt" int8, body text)
  where ${unlessRefused(has, 't.resource')}
)`,
}

export const actorSections: readonly Section[] = [wakes, snapshots, events]
