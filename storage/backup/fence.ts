// The fence around a restored copy (docs/decisions/029): a server on a database that `npm run restore` has
// filled serves reads and sign-in only and starts no work, so that copy and original never both do what is
// due. A row says whether the fence stands. `npm run restore -- --activate` lowers it, once, and a running
// server notices.
import type { Chore } from '../../runtime/process/chore.ts'
import type { Queries } from '../postgres/statement.ts'

export interface Fence {
  /** While it stands, nothing starts and no effect runs. */
  readonly isUp: boolean
  /** Polls until the fence has fallen. */
  readonly chore: Chore
}

const pollMs = 1_000

/**
 * @param whenDown called once, when the fence falls; never when it does not stand @throws {Failure}
 *   unavailable
 */
export async function openFence(queries: Queries, whenDown: () => void): Promise<Fence> {
  let isUp = await isFenced(queries)
  return {
    get isUp() {
      return isUp
    },
    chore: {
      name: 'fence',
      async work() {
        if (isUp && !(await isFenced(queries))) {
          isUp = false
          whenDown()
        }
        return isUp ? pollMs : 2 ** 31 - 1
      },
    },
  }
}

/** @throws {Failure} unavailable */
export async function isFenced(queries: Queries): Promise<boolean> {
  const rows = await queries.query(readFence, [])
  return rows.length > 0
}

/** @param at Unix ms @param source of the backup, for a person */
export async function raiseFence(queries: Queries, at: number, source: string): Promise<void> {
  await queries.query(raise, [at, source])
}

/** @returns whether it stood before */
export async function lowerFence(queries: Queries, at: number): Promise<boolean> {
  return (await queries.query(lower, [at])).length > 0
}

const readFence = { name: 'fence.read', text: 'select 1 from restores where activated_at is null' }
const raise = {
  name: 'fence.raise',
  text: 'insert into restores (restored_at, source, activated_at) values ($1, $2, null)',
}
const lower = {
  name: 'fence.lower',
  text: 'update restores set activated_at = $1 where activated_at is null returning restored_at',
}
