// Teams: their names, and who is in them. Called by routes. Everybody's team has no row (the views of
// migration 013 list it with the others); storage/accounts/members.ts decides who is in it.

import { Failure, notFound } from '../../domain/failure.ts'
import { isId } from '../../domain/ids.ts'
import { badCursor, cursorOf, placeIn } from '../../domain/page.ts'
import { type Actor, entryOf } from '../../domain/people/audit.ts'
import { everybodyOf, type Member, type Team, teamBounds } from '../../domain/people/team.ts'
import type { Database } from '../postgres/database.ts'
import { breaksUnique } from '../postgres/database-errors.ts'
import { idBefore, type Page, type PageRequest, pageOf } from '../postgres/page.ts'
import type { Queries } from '../postgres/statement.ts'
import { writeAudit } from './audit.ts'
import { lockMembers } from './members.ts'

export type TeamStore = ReturnType<typeof teamStore>

export function teamStore(database: Database) {
  return {
    /** Newest first, everybody's last. */
    async list(organizationId: string, page: PageRequest): Promise<Page<Team>> {
      const values = [organizationId, idBefore('team', page), page.limit + 1]
      return pageOf(await database.query<Team>(list, values), page, team => team)
    },

    /** @throws {Failure} not-found */
    get: (organizationId: string, id: string) => findTeam(database, organizationId, id),

    /**
     * If the id exists already, returns that team.
     * @throws {Failure} conflict: the name, or too many
     */
    async create(actor: Actor, id: string, name: string): Promise<Team> {
      const { organizationId } = actor.caller
      try {
        await database.atomically(async queries => {
          await lockMembers(queries, organizationId)
          const [before] = await queries.query<{ count: number; isThere: boolean }>(count, [
            organizationId,
            id,
          ])
          if (before!.isThere) return
          if (before!.count >= teamBounds.teams) {
            throw new Failure('conflict', `an organization has at most ${teamBounds.teams} teams`)
          }
          await queries.query(insert, [organizationId, id, name, Date.now()])
          await writeAudit(queries, entryOf(actor, 'team.created', { type: 'team', id, name }))
        })
      } catch (error) {
        if (!breaksUnique(error, 'teams_name')) throw error
        throw new Failure('conflict', `name: there is a team ${JSON.stringify(name)} already`)
      }
      return findTeam(database, organizationId, id)
    },

    /** @throws {Failure} not-found; conflict: everybody's */
    async remove(actor: Actor, id: string): Promise<void> {
      const { organizationId } = actor.caller
      if (id === everybodyOf(organizationId)) {
        throw new Failure('conflict', "everybody's team goes with its organization only")
      }
      await database.atomically(async queries => {
        const [removed] = await queries.query<{ name: string }>(remove, [organizationId, id])
        if (removed === undefined) throw notFound('team')
        const target = { type: 'team', id, name: removed.name }
        await writeAudit(queries, entryOf(actor, 'team.deleted', target))
      })
    },

    /** Members, the latest first, including open invitations. @throws {Failure} not-found */
    async members(organizationId: string, id: string, page: PageRequest): Promise<Page<Member>> {
      await findTeam(database, organizationId, id)
      const team = id === everybodyOf(organizationId) ? '' : id
      const place = placeOf(page.cursor)
      const values = [organizationId, id, team, Date.now(), place.at, place.id, page.limit + 1]
      const rows = await database.query<MemberRow>(members, values)
      const after = (index: number) => cursorAfter(rows[index]!)
      const next = rows.length > page.limit ? after(page.limit - 1) : null
      return { items: rows.slice(0, page.limit).map(memberOf), next, cursorAfter: after }
    },

    /** @throws {Failure} not-found: no such team, or not in it */
    async requireMember(organizationId: string, id: string, userId: string): Promise<void> {
      await findTeam(database, organizationId, id)
      const [row] = await database.query(isIn, [organizationId, id, userId])
      if (row === undefined) throw notFound('member')
    },

    /** @throws {Failure} not-found: no such team, or not in it */
    async leave(actor: Actor, id: string, userId: string): Promise<void> {
      const { organizationId } = actor.caller
      const team = await findTeam(database, organizationId, id)
      await database.atomically(async queries => {
        const [left] = await queries.query(leave, [organizationId, id, userId])
        if (left === undefined) throw notFound('member')
        const target = { type: 'user', id: userId }
        await writeAudit(
          queries,
          entryOf(actor, 'team.member-removed', target, { team: id, name: team.name }),
        )
      })
    },
  }
}

/** @throws {Failure} not-found */
export async function findTeam(queries: Queries, organizationId: string, id: string): Promise<Team> {
  const [team] = await queries.query<Team>(find, [organizationId, id])
  if (team === undefined) throw notFound('team')
  return team
}

/** Does nothing for somebody who is in it already. */
export async function joinTeam(
  queries: Queries,
  organizationId: string,
  teamId: string | null,
  userId: string,
): Promise<void> {
  if (teamId !== null) await queries.query(join, [organizationId, teamId, userId, Date.now()])
}

interface MemberRow extends Member {
  /** When they joined, or were invited. */
  readonly at: number
}

function memberOf({ at: _, ...member }: MemberRow): Member {
  return member
}

function cursorAfter({ at, userId }: MemberRow): string {
  return cursorOf(`${at} ${userId}`)
}

/** A place above all rows when there is no cursor. @throws {Failure} validation-failed */
function placeOf(cursor: string | null | undefined): { at: number; id: string } {
  if (cursor === undefined || cursor === null) return { at: Number.MAX_SAFE_INTEGER, id: '' }
  const [at = '', id = '', ...more] = placeIn(cursor).split(' ')
  const isSane = /^\d{1,15}$/.test(at) && (isId('user', id) || isId('invitation', id)) && more.length === 0
  if (isSane) return { at: Number(at), id }
  throw badCursor()
}

const columns = `t.id, t.name, t.created_at as "createdAt", (select count(*) from all_team_members m
    where m.organization_id = t.organization_id and m.team_id = t.id)::int as "memberCount"`

const list = {
  name: 'teams.list',
  text: `select ${columns} from all_teams t
    where t.organization_id = $1 and ($2::text is null or t.id < $2) order by t.id desc limit $3`,
}

const find = {
  name: 'teams.find',
  text: `select ${columns} from all_teams t where t.organization_id = $1 and t.id = $2`,
}

const count = {
  name: 'teams.count',
  text: `select count(*)::int as count, coalesce(bool_or(id = $2), false) as "isThere"
    from teams where organization_id = $1`,
}

const insert = {
  name: 'teams.insert',
  text: 'insert into teams (organization_id, id, name, created_at) values ($1, $2, $3, $4)',
}

const isIn = {
  name: 'teams.is-in',
  text: 'select user_id from all_team_members where organization_id = $1 and team_id = $2 and user_id = $3',
}

const remove = {
  name: 'teams.remove',
  text: 'delete from teams where organization_id = $1 and id = $2 returning name',
}

const members = {
  name: 'teams.members',
  text: `select * from (
      select m.user_id as "userId", u.email, u.name, r.role, 'active' as status, m.joined_at as "joinedAt",
        m.joined_at as at
      from all_team_members m join users u on u.id = m.user_id
        join memberships r on r.organization_id = m.organization_id and r.user_id = m.user_id
      where m.organization_id = $1 and m.team_id = $2
      union all
      select i.id, i.email, null, i.role, 'invited', null, i.created_at
      from invitations i
      where i.organization_id = $1 and coalesce(i.team_id, '') = $3 and i.expires_at > $4
    ) them
    where at < $5 or (at = $5 and "userId" < $6)
    order by at desc, "userId" desc limit $7`,
}

const leave = {
  name: 'teams.leave',
  text: 'delete from team_members where organization_id = $1 and team_id = $2 and user_id = $3 returning user_id',
}

const join = {
  name: 'teams.join',
  text: `insert into team_members (organization_id, team_id, user_id, joined_at) values ($1, $2, $3, $4)
    on conflict do nothing`,
}
