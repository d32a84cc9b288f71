// Which requests carried a credential. Each thread gathers uses and writes many at once (rpc/credentials/);
// only the newest of each credential are kept. A crash loses the latest ones, which is no harm.

import { newId } from '../../domain/ids.ts'
import type { CredentialUsage } from '../../domain/tools/credential.ts'
import { idBefore, type Page, type PageRequest, pageOf } from '../postgres/page.ts'
import type { Queries } from '../postgres/statement.ts'

/** Rows kept per credential; a few more until the next write. */
export const keptUses = 1_000
/** Longest delay until a use is written. */
const delayMs = 2_000
/** Uses that may wait to be written; beyond that the oldest are dropped. */
const mostWaiting = 10_000

export type NotedUse = Omit<CredentialUsage, 'id' | 'at'> & { readonly credentialId: string }

type WaitingUse = NotedUse & { readonly id: string; readonly at: number }

export class CredentialUses {
  readonly #queries: Queries
  readonly #now: () => number
  #waiting: WaitingUse[] = []
  #timer: NodeJS.Timeout | null = null
  #writing: Promise<void> = Promise.resolve()

  constructor(queries: Queries, now: () => number = Date.now) {
    this.#queries = queries
    this.#now = now
  }

  note(use: NotedUse): void {
    if (this.#waiting.length >= mostWaiting) this.#waiting.shift()
    this.#waiting.push({ ...use, id: newId('credentialUse'), at: this.#now() })
    this.#timer ??= setTimeout(() => void this.#write(), delayMs).unref()
  }

  /** Uses of a credential, the newest first; none for a credential of another organization. */
  async list(
    organizationId: string,
    credentialId: string,
    page: PageRequest,
  ): Promise<Page<CredentialUsage>> {
    await this.#write()
    const before = idBefore('credentialUse', page)
    const values = [organizationId, credentialId, before, page.limit + 1]
    return pageOf(await this.#queries.query<CredentialUsage>(list, values), page, row => row)
  }

  /** Writes the uses that are not written yet. */
  close(): Promise<void> {
    return this.#write()
  }

  #write(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    const uses = this.#waiting
    this.#waiting = []
    // If the database is away, these lines are lost and nothing else.
    this.#writing = this.#writing.then(() => this.#save(uses)).catch(() => {})
    return this.#writing
  }

  async #save(uses: readonly WaitingUse[]): Promise<void> {
    if (uses.length === 0) return
    await this.#queries.query(insert, [
      ...[uses.map(use => use.id), uses.map(use => use.credentialId), uses.map(use => use.executionId)],
      ...[uses.map(use => use.stepId), uses.map(use => use.host), uses.map(use => use.status)],
      uses.map(use => use.at),
    ])
    const credentialIds = [...new Set(uses.map(use => use.credentialId))]
    await this.#queries.query(trim, [credentialIds, keptUses - 1])
  }
}

const list = {
  name: 'credential-uses.list',
  text: `select u.id, u.execution_id as "executionId", u.step_id as "stepId", u.host, u.status, u.at
    from credential_uses u join credentials c on c.id = u.credential_id
    where c.organization_id = $1 and c.id = $2 and ($3::text is null or u.id < $3)
    order by u.id desc limit $4`,
}

/** Inserts nothing for a credential that has been deleted. */
const insert = {
  name: 'credential-uses.insert',
  text: `with noted as (
      insert into credential_uses (id, credential_id, execution_id, step_id, host, status, at)
      select u.* from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::int[], $7::bigint[])
        as u(id, credential_id, execution_id, step_id, host, status, at)
      join credentials c on c.id = u.credential_id
      for key share of c
      returning credential_id, at)
    update credentials c set last_used_at = greatest(c.last_used_at, latest.at)
    from (select credential_id, max(at) as at from noted group by credential_id) latest
    where c.id = latest.credential_id`,
}

const trim = {
  name: 'credential-uses.trim',
  text: `delete from credential_uses u using unnest($1::text[]) as c(id)
    where u.credential_id = c.id and u.id < (
      select kept.id from credential_uses kept where kept.credential_id = c.id
      order by kept.id desc offset $2 limit 1)`,
}
