// The credentials of the command line: ~/.config/troupe/credentials.json, which only its owner can read.
// TROUPE_URL and TROUPE_API_KEY take precedence; without them and a login, PORT names the service. The token
// of a login is renewed a minute before its end, by one process at a time, because a refresh token that is
// used twice ends the session.
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '../http/client.ts'

export type Kept =
  | { readonly url: string; readonly apiKey: string }
  | {
      readonly url: string
      readonly token: string
      readonly expiresAt: number
      readonly refreshToken: string
    }

export type Variables = Readonly<Record<string, string | undefined>>

/** A service on this machine, at the port that the environment gives it. */
export function defaultUrl({ PORT = '' }: Variables): string {
  return `http://localhost:${/^\d{1,5}$/.test(PORT) ? Number(PORT) : 8080}`
}

const renewBeforeMs = 60_000
/** An older lock belongs to a process that has died. */
const staleMs = 30_000

export class Credentials {
  readonly #variables: Variables
  readonly file: string

  constructor(variables: Variables) {
    this.#variables = variables
    const home = variables['XDG_CONFIG_HOME'] || join(variables['HOME'] || homedir(), '.config')
    this.file = join(home, 'troupe', 'credentials.json')
  }

  async url(): Promise<string> {
    return this.#variables['TROUPE_URL'] || (await this.read())?.url || defaultUrl(this.#variables)
  }

  /** Null when nobody is logged in. Credentials of one address are never sent to another. */
  async token(): Promise<string | null> {
    const apiKey = this.#variables['TROUPE_API_KEY']
    if (apiKey) return apiKey
    const kept = await this.read()
    if (kept === null || originOf(kept.url) !== originOf(await this.url())) return null
    if ('apiKey' in kept) return kept.apiKey
    return isFresh(kept) ? kept.token : this.#renew()
  }

  async read(): Promise<Kept | null> {
    try {
      return JSON.parse(await readFile(this.file, 'utf8')) as Kept
    } catch {
      return null
    }
  }

  async write(kept: Kept): Promise<void> {
    await mkdir(dirname(this.file), { recursive: true, mode: 0o700 })
    const written = `${this.file}.${process.pid}`
    await writeFile(written, JSON.stringify(kept), { mode: 0o600 })
    await rename(written, this.file)
  }

  /** @returns whether there were any */
  async forget(): Promise<boolean> {
    const kept = await this.read()
    await rm(this.file, { force: true })
    return kept !== null
  }

  async #renew(): Promise<string | null> {
    return this.#alone(async () => {
      const kept = await this.read()
      if (kept === null || 'apiKey' in kept) return kept?.apiKey ?? null
      // Another process was faster.
      if (isFresh(kept)) return kept.token
      const { url, refreshToken } = kept
      const login = await createClient({ baseUrl: url })('POST /api/v1/auth/refresh', {
        body: { refreshToken },
      })
      const { token, expiresAt } = login
      await this.write({ url, token, expiresAt, refreshToken: login.refreshToken })
      return token
    })
  }

  async #alone<T>(act: () => Promise<T>): Promise<T> {
    const lock = `${this.file}.lock`
    for (let attempt = 0; ; attempt++) {
      const handle = await open(lock, 'wx').catch(() => null)
      if (handle !== null) {
        await handle.close()
        break
      }
      const age = Date.now() - (await stat(lock).catch(() => ({ mtimeMs: Date.now() }))).mtimeMs
      if (age > staleMs) await rm(lock, { force: true })
      else if (attempt > staleMs / 100)
        throw new Error(`${lock} is held by another process: delete it if no troupe command is running`)
      else await pause(100)
    }
    try {
      return await act()
    } finally {
      await rm(lock, { force: true })
    }
  }
}

function isFresh({ expiresAt }: { readonly expiresAt: number }): boolean {
  return expiresAt - renewBeforeMs > Date.now()
}

function originOf(url: string): string {
  return new URL(url).origin
}
