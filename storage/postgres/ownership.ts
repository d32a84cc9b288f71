// One server process per database: an actor is activated once only because no other process activates
// actors. The owner holds a session advisory lock on a connection of its own; PostgreSQL releases the lock
// when that process dies. The nodes of a cluster share the lock, so that a server that is alone and a cluster
// never run beside each other; among themselves they have storage/placement/. Called by storage/start.ts and
// main/commands/restore.ts.
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { connectPatiently } from './connection-config.ts'

/** Any constant, the same in all processes: "troupe owner" in the advisory lock space. */
export const ownerLock = 7_406_202

/** How long to keep asking for a lock that somebody else holds. */
export interface Patience {
  /** At the start: a killed owner's session may outlive it for a moment. */
  readonly startMs: number
  /** After a dropped connection: the session that holds it may be our own, half open. */
  readonly regainMs: number
}

export type OwnerMode = 'alone' | 'shared'

const defaultPatience: Patience = { startMs: 2_000, regainMs: 15_000 }
const pauseMs = 100
/** A session that is ended is given so long to be gone. */
const goneMs = 2_000

export interface Ownership {
  release(): Promise<void>
}

/**
 * Takes the database for this process, or for the cluster that this process is a node of.
 * @param onLost another process took the lock after our connection dropped: write nothing any more
 * @throws {Error} another process holds it (named), or the database cannot be reached
 */
export async function acquireOwnership(
  url: string,
  onLost: (error: Error) => void,
  patience = defaultPatience,
  mode: OwnerMode = 'alone',
): Promise<Ownership> {
  const owner = new Owner({ url, onLost, patience, mode })
  await owner.hold(patience.startMs)
  if (mode === 'alone') await owner.endCommitsOfOthers()
  return owner
}

interface OwnerOptions {
  readonly url: string
  readonly onLost: (error: Error) => void
  readonly patience: Patience
  readonly mode: OwnerMode
}

class Owner implements Ownership {
  readonly #options: OwnerOptions
  #client: Client | null = null
  #isReleased = false

  constructor(options: OwnerOptions) {
    this.#options = options
  }

  /** Connects and takes the lock. */
  async hold(timeoutMs: number): Promise<void> {
    const { url, mode } = this.#options
    const client = await connectPatiently(url, `owner: process ${process.pid} on ${hostname()}`)
    try {
      await takeLock(client, timeoutMs, mode)
    } catch (error) {
      await client.end()
      throw error
    }
    this.#client = client
    if (this.#isReleased) return this.release()
    client.once('end', () => void this.#regain())
  }

  /**
   * Ends the sessions that commit for the owner before: PostgreSQL goes on with a statement whose client is
   * dead. One that came through later would meet decisions that were made without it. What nodes of a cluster
   * have left is no member any more, so whichever of them still lives commits nothing.
   */
  async endCommitsOfOthers(): Promise<void> {
    try {
      await this.#client?.query(endCommits)
      const found = await this.#client?.query(`select to_regclass('cluster_members') is not null as exists`)
      if (found?.rows[0].exists) await this.#client?.query('delete from cluster_members')
    } catch (error) {
      await this.release()
      throw error
    }
  }

  async release(): Promise<void> {
    this.#isReleased = true
    await this.#client?.end()
  }

  /** The connection dropped: the lock is free, and ours again unless another process was quicker. */
  async #regain(): Promise<void> {
    while (!this.#isReleased) {
      try {
        return await this.hold(this.#options.patience.regainMs)
      } catch (error) {
        if (error instanceof Occupied) return this.#options.onLost(error)
        // The database is away, so no other process can take the lock either.
        await sleep(pauseMs)
      }
    }
  }
}

/** Somebody runs on the database. */
export class Occupied extends Error {
  /** Who, for a message: process and machine. */
  readonly holder: string
  constructor(message: string, holder: string) {
    super(message)
    this.holder = holder
  }
}

async function takeLock(client: Client, timeoutMs: number, mode: OwnerMode): Promise<void> {
  const deadline = performance.now() + timeoutMs
  const take = mode === 'alone' ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared'
  for (;;) {
    const { rows } = await client.query(`select ${take}(${ownerLock}) as taken`)
    if (rows[0].taken) return
    if (performance.now() > deadline) throw await occupied(client, mode)
    await sleep(pauseMs)
  }
}

/** Of the journals of all processes (storage/journal/journal.ts), nodes of a cluster among them. */
const endCommits = `select pg_terminate_backend(pid, ${goneMs}) from pg_stat_activity
  where datname = current_database() and usename = current_user and application_name like 'troupe journal%'`

async function occupied(client: Client, mode: OwnerMode): Promise<Occupied> {
  const { rows } = await client.query<{ application_name: string; mode: string }>(
    `select application_name, mode from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and objid = ${ownerLock} and granted
       and database = (select oid from pg_database where datname = current_database())`,
  )
  const named = rows[0]?.application_name.replace('troupe owner: ', '').replace(/ #[\da-f]+$/, '')
  const by = named ?? 'unknown'
  if (mode === 'shared') {
    return new Occupied(
      `a server with CLUSTER off runs on this database (${by}): stop it, or start it again with CLUSTER=on`,
      `a server (${by})`,
    )
  }
  if (rows[0]?.mode === 'ShareLock') {
    return new Occupied(
      `a cluster runs on this database (${by}): set CLUSTER=on to join it, or give this server another database`,
      `a cluster (${by})`,
    )
  }
  return new Occupied(
    `another server already runs on this database (${by}): stop it, or give this one another database`,
    `a server (${by})`,
  )
}
