// The SQL of storage/placement/. Whoever has a row of an earlier timeline is no member and does not beat,
// so it is buried as the dead are: by then it does not trust itself any more.
import type { Statement } from '../postgres/statement.ts'
import { fenceLock, isHeld } from './fence.ts'
import { timeline } from './timeline.ts'

/** Any constant, the first of two keys: "troupe members"; the second is the incarnation. */
export const memberLock = 7_406_203
/** Any constant: one joins after another. */
export const joinLock = 7_406_204
/** Of notifications: members or owners have changed. */
export const channel = 'troupe_cluster'

export const pooled =
  'DATABASE_URL leads through a pooler that gives every transaction another session: a cluster needs sessions ' +
  'of its own. Give DATABASE_URL the address of PostgreSQL itself, or of a pool in session mode'

/** SQL of a MemberRow. @param lock SQL of `memberLock` */
const member = (
  lock: string,
) => `m.incarnation, m.address, m.version, m.is_draining as "isDraining", m.keys, m.beats,
  (extract(epoch from clock_timestamp() - m.beat_at) * 1000)::float8 as "quietMs",
  exists (select from pg_locks l where ${isHeld(lock, 'm.incarnation')}) as "isPresent"`

const tell = `pg_notify('${channel}', '')`

const named = (name: string, text: string): Statement => ({ name: `placement.${name}`, text })

export const statements = {
  /** $1 incarnation, $2 memberLock. A row for each member. */
  beat: named(
    'beat',
    `with beaten as (
      update cluster_members set beats = beats + 1, beat_at = clock_timestamp()
      where incarnation = $1 and timeline = ${timeline} returning 1
    )
    select ${member('$2')}, exists (select from beaten) as "isMember",
      (select coalesce(sum(epoch), 0) from cluster_shards)::float8 as epochs,
      (extract(epoch from clock_timestamp()) * 1000)::float8 as at
    from cluster_members m`,
  ),
  /** $1 memberLock. One row, of one moment. */
  read: named(
    'read',
    `select
      coalesce((select json_agg(m) from (
        select ${member('$1')} from cluster_members m
      ) m), '[]') as members,
      (select json_agg(json_build_object('owner', owner, 'epoch', epoch) order by shard) from cluster_shards) as shards`,
  ),
  /**
   * $1 incarnation, $2 beats. Ends the sessions, and those that have entered the fence (migration 056).
   * Whoever else is at it has the row: nobody waits in line.
   */
  bury: named(
    'bury',
    `with dead as materialized (
      select incarnation, sessions from cluster_members where incarnation = $1 and beats = $2
      for no key update skip locked
    ),
    ended as materialized (
      select count(pg_terminate_backend(pid)) from pg_stat_activity, dead
      where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
        and application_name like 'troupe %#' || dead.sessions
    ),
    alone as materialized (select close_fence(${fenceLock}, dead.incarnation) from dead, ended),
    buried as (
      delete from cluster_members m using dead, alone where m.incarnation = dead.incarnation
      returning m.incarnation
    )
    select ${tell} from buried`,
  ),
  /** $1 incarnation, $2 shards, $3 their epochs. One row. A burial waits for it. */
  claim: named(
    'claim',
    `with member as materialized (
      select 1 from cluster_members where incarnation = $1::int4 and timeline = ${timeline} for key share
    ),
    claimed as (
      update cluster_shards s set owner = $1::int4, epoch = s.epoch + 1
      from unnest($2::int4[], $3::int4[]) as c(shard, epoch)
      where s.shard = c.shard and s.epoch = c.epoch and exists (select from member)
      returning s.shard
    )
    select exists (select from member) as "isMember",
      (select coalesce(array_agg(shard), '{}') from claimed) as shards,
      (select ${tell} from claimed limit 1)`,
  ),
  /** The same parameters. */
  free: named(
    'free',
    `with freed as (
      update cluster_shards s set owner = null, epoch = s.epoch + 1
      from unnest($2::int4[], $3::int4[]) as c(shard, epoch)
      where s.shard = c.shard and s.epoch = c.epoch and s.owner = $1::int4
      returning 1
    )
    select ${tell} from freed limit 1`,
  ),
  /** $1 incarnation, $2 whether it drains. */
  drain: named(
    'drain',
    `with drained as (update cluster_members set is_draining = $2::bool where incarnation = $1::int4 returning 1)
    select ${tell} from drained`,
  ),
  /** $1 incarnation. As a burial: what this node still commits has come before, or does not come. */
  leave: named(
    'leave',
    `with alone as materialized (select close_fence(${fenceLock}, $1::int4)),
    left_ as (delete from cluster_members using alone where incarnation = $1::int4 returning 1)
    select ${tell} from left_`,
  ),
  /**
   * The lock of an incarnation for a new session. One that PostgreSQL still keeps for a connection that is
   * gone is ended first.
   */
  hold: (incarnation: number) => `select count(pg_terminate_backend(pid, 1000)) from pg_locks
      where locktype = 'advisory' and classid = ${memberLock} and objid = ${incarnation} and objsubid = 2
        and pid <> pg_backend_pid()
        and database = (select oid from pg_database where datname = current_database());
    select pg_advisory_lock(${memberLock}, ${incarnation})`,
}
