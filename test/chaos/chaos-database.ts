// The PostgreSQL of a chaos run: the embedded one, durable as in production, in this process and not in the
// server's, so that each dies alone. Who looks into it from here goes around the proxy.
import { chmodSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'pg'
import { type Embedded, startEmbedded } from '../../storage/embedded/embedded.ts'
import { CommitProxy } from './commit-proxy.ts'

export class ChaosDatabase {
  readonly proxy: CommitProxy
  readonly #home: string
  readonly #embedded: Embedded
  readonly #pool: Pool

  private constructor(home: string, embedded: Embedded, proxy: CommitProxy) {
    this.#home = home
    this.#embedded = embedded
    this.proxy = proxy
    this.#pool = new Pool({
      connectionString: embedded.url,
      max: 2,
      options: '-c default_transaction_read_only=off',
    })
    this.#pool.on('error', () => {})
  }

  /** @param dataDir an empty directory that PostgreSQL's account can enter, with a short path */
  static async start(dataDir: string): Promise<ChaosDatabase> {
    const embedded = await startEmbedded({ dataDir })
    const home = join(dataDir, 'postgres')
    const proxy = await CommitProxy.start(join(home, '.s.PGSQL.5432'))
    return new ChaosDatabase(home, embedded, proxy)
  }

  /** By way of the proxy. */
  get url(): string {
    const { username, password } = new URL(this.#embedded.url)
    return `postgresql://${username}:${password}@127.0.0.1:${this.proxy.port}/postgres`
  }

  async query<Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.#pool.query<Row>(sql, [...values])).rows
  }

  /** Asks until PostgreSQL answers. */
  async queryPatiently<Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    for (;;) {
      try {
        return await this.query<Row>(sql, values)
      } catch (error) {
        // SQLSTATEs of our own mistakes do not pass by themselves.
        if (/^(42|22)/.test((error as { code?: string }).code ?? '')) throw error
        await pause(100)
      }
    }
  }

  /**
   * SIGKILL as a crash, SIGINT as a fast shutdown; whoever embeds it starts it again. Resolves when it is
   * back.
   */
  async end(signal: 'SIGKILL' | 'SIGINT'): Promise<void> {
    const before = this.#pid
    process.kill(before, signal)
    while (this.#pid === before || this.#status !== 'ready') await pause(20)
    await this.queryPatiently('select 1')
  }

  /** Every transaction that says nothing else is refused to write. */
  async setReadOnly(isReadOnly: boolean): Promise<void> {
    await this.queryPatiently(`alter system set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`)
    await this.queryPatiently('select pg_reload_conf()')
  }

  async stop(): Promise<void> {
    this.proxy.close()
    await this.#pool.end()
    await this.#embedded.stop()
  }

  get #pid(): number {
    return Number(this.#pidFile[0])
  }

  get #status(): string {
    return this.#pidFile[7]?.trim() ?? ''
  }

  get #pidFile(): string[] {
    try {
      return readFileSync(join(this.#home, 'cluster/postmaster.pid'), 'utf8').split('\n')
    } catch {
      return ['0']
    }
  }
}

/** For one run: PostgreSQL's account, which root gives way to, can walk through it. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'troupe-chaos-'))
  chmodSync(directory, 0o755)
  return directory
}
