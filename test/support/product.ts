// The product as its user runs it: `node start.js` in a process of its own, with the PostgreSQL that it
// brings along, in a data directory of its own, spoken to over HTTP. The test files of a process share one
// (`sharedProduct`), an organization each, but those that kill, stop or configure theirs. Its database
// has been made and migrated before (ready-cluster.ts), and rate limits are off, unless a test says
// otherwise. Whatever becomes of the tests, nothing outlives them: a product is stopped in order when its
// test or file ends, and killed with its database when the test process ends without that.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tap, { type Test } from 'tap'
import { newId } from '../../domain/ids.ts'
import { atProcessEnd } from '../runner/process-end.ts'
import { type Guard, guard } from './guard.ts'
import { Client } from './people/client.ts'
import { copyReadyCluster } from './ready-cluster.ts'
import { freePort } from './servers/free-port.ts'

const root = join(import.meta.dirname, '../..')
export const node = join(root, 'node_modules/.bin/node')

/** Environment variables (docs/internals/contract.md, 11); an empty text takes one away. */
export type Environment = Readonly<Record<string, string>>

export const password = 'correct horse battery'

/** A new organization with its owner. */
export interface Account {
  readonly email: string
  readonly organizationId: string
  /** Bears the token of the sign-up. */
  readonly client: Client
}

export interface ProductOptions {
  readonly environment?: Environment
  /** Somebody else's data directory. */
  readonly directory?: string
  /** It makes its database itself, as at the very first start. */
  readonly isNew?: boolean
  /** At whose end it is stopped; the test file's unless a test is given. */
  readonly t?: Pick<Test, 'teardown'>
}

/** How a process ended, and what it had said. */
export interface Ending {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export class Product {
  readonly directory: string
  port: number
  readonly #environment: Environment
  readonly #guard: Guard
  #child: ChildProcess | null = null
  #stdout = ''
  #stderr = ''

  private constructor(directory: string | null, port: number, environment: Environment) {
    this.directory = directory ?? temporaryDirectory()
    this.#guard = guard(directory === null ? this.directory : null)
    this.port = port
    this.#environment = environment
  }

  /** A product that is not running yet, with an empty data directory unless one is given. */
  static async prepare({ environment = {}, directory, isNew, t }: ProductOptions = {}): Promise<Product> {
    const product = new Product(directory ?? null, await freePort(), environment)
    if (directory === undefined && !isNew && !environment['DATABASE_URL'])
      copyReadyCluster('postgres', product.directory)
    const end = t ?? tap
    end.teardown(() => product.#end())
    return product
  }

  /** Of a test that runs beside others: a port that one of them took after all is left to it. */
  static async start(options: ProductOptions = {}): Promise<Product> {
    const product = await Product.prepare(options)
    for (let left = 3; !(await product.#isReady()); left--) {
      if (left === 0 || !product.#stderr.includes('cannot listen')) throw product.#failed()
      product.port = await freePort()
    }
    return product
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** Of the server; only while it runs. */
  get pid(): number {
    return this.#child!.pid!
  }

  get isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** What the process that runs now, or ran last, wrote to its standard output. */
  get stdout(): string {
    return this.#stdout
  }

  /** URL of the embedded database, also while the server is dead and its database lives on. */
  get databaseUrl(): string {
    const home = join(this.directory, 'postgres')
    const secret = readFileSync(join(home, 'password'), 'utf8').trim()
    return `postgresql://troupe:${secret}@localhost:5432/postgres?host=${encodeURIComponent(home)}`
  }

  /** Process id of the embedded PostgreSQL, or null when none runs. */
  get postgresPid(): number | null {
    try {
      return Number(
        readFileSync(join(this.directory, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0],
      )
    } catch {
      return null
    }
  }

  /** Resolves once it says that it is ready. @throws {Error} with its output when it ends instead */
  async start(): Promise<void> {
    if (!(await this.#isReady())) throw this.#failed()
  }

  /** Starts it and waits until it ends by itself. */
  async run(): Promise<Ending> {
    return this.#ending(this.#spawn())
  }

  /** Waits until it ends by itself. */
  ended(): Promise<Ending> {
    return this.#ending(this.#child!)
  }

  /** SIGTERM, or another signal, and waits for the end. Does nothing when it does not run. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<Ending | null> {
    const child = this.#child
    if (child === null) return null
    const ending = this.#ending(child)
    child.kill(signal)
    return ending
  }

  /** The server and all its threads at once, as a crash would; its PostgreSQL goes on. */
  async kill(): Promise<void> {
    const child = this.#child!
    const ending = this.#ending(child)
    process.kill(-child.pid!, 'SIGKILL')
    await ending
  }

  client(credential: string | null = null): Client {
    return new Client(this.url, credential)
  }

  async signUp(): Promise<Account> {
    const email = `${newId('user')}@example.com`
    const { status, body } = await this.client().post('/api/v1/auth/signup', { email, password })
    if (status !== 201) throw new Error(`signup answered ${status} ${JSON.stringify(body)}`)
    return { email, organizationId: body.user.organization.id, client: this.client(body.token) }
  }

  /** Starts it. @returns false when it ended instead of being ready, with all that it had to say */
  async #isReady(): Promise<boolean> {
    const child = this.#spawn()
    return new Promise(resolve => {
      child.stdout!.on('data', () => this.#stdout.includes('Troupe is ready at') && resolve(true))
      child.once('close', () => resolve(false))
    })
  }

  /** Kept in a file too, which .ci/run shows: tap is silent about what is thrown before the first test. */
  #failed(): Error {
    const message = `the product ended:\n${this.#stdout}${this.#stderr}`
    mkdirSync(join(root, '.tap'), { recursive: true })
    appendFileSync(join(root, '.tap/products.log'), `${process.argv[1]}: ${message}\n`)
    return new Error(message)
  }

  #spawn(): ChildProcess {
    this.#stdout = ''
    this.#stderr = ''
    const child = spawn(node, ['start.js'], {
      cwd: root,
      env: this.#variables(),
      stdio: ['ignore', 'pipe', 'pipe'],
      // A process group of its own, which can be killed as a whole.
      detached: true,
    })
    child.stdout.on('data', chunk => {
      this.#stdout += chunk
    })
    child.stderr.on('data', chunk => {
      this.#stderr += chunk
    })
    this.#child = child
    this.#guard.watch(child.pid!)
    return child
  }

  async #ending(child: ChildProcess): Promise<Ending> {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
    if (this.#child === child) this.#child = null
    return { code: child.exitCode, signal: child.signalCode, stdout: this.#stdout, stderr: this.#stderr }
  }

  /** Nothing of the environment that the tests run in but where programs are. */
  #variables(): NodeJS.ProcessEnv {
    const all: Record<string, string | undefined> = {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: String(this.port),
      HOST: '127.0.0.1',
      DATA_DIR: this.directory,
      LOG_LEVEL: 'warn',
      RATE_LIMIT_AUTH: '0',
      RATE_LIMIT_WRITE: '0',
      RATE_LIMIT_READ: '0',
      RATE_LIMIT_RPC: '0',
      RATE_LIMIT_OAUTH: '0',
      RATE_LIMIT_HOOK: '0',
      ...this.#environment,
    }
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value))
  }

  async #end(): Promise<void> {
    await this.stop()
    await this.#guard.end()
  }
}

/** What a test may do with a product that others use after it. */
export type SharedProduct = Pick<Product, 'url' | 'port' | 'databaseUrl' | 'stdout' | 'client' | 'signUp'>

const shared = new Map<string, { readonly product: Promise<Product>; users: number }>()
/** A product takes some 400 MB. */
const mostShared = 2

/**
 * The product of this process with these variables, started when it is first asked for. It lasts at least
 * until the test file ends. Organizations may start as many executions as they like.
 */
export function sharedProduct(environment: Environment = {}): Promise<SharedProduct> {
  return restartableProduct(environment)
}

/** The same for a file that kills it, or stops it, and starts it again each time. */
export async function restartableProduct(environment: Environment = {}): Promise<Product> {
  const isDefault = ([name, value]: [string, string]) => name === 'HTTP_ENGINE' && value === 'uws'
  const key = JSON.stringify(
    Object.entries(environment)
      .filter(variable => !isDefault(variable))
      .sort(),
  )
  const known = shared.get(key) ?? { product: startShared(environment), users: 0 }
  shared.set(key, known)
  known.users++
  tap.teardown(() => known.users--)
  const product = await known.product
  // A file that failed may have left it killed.
  if (!product.isRunning) await product.start()
  return product
}

async function startShared(environment: Environment): Promise<Product> {
  const idle = [...shared].find(([, { users }]) => users === 0)
  if (shared.size >= mostShared && idle) {
    const [key, { product }] = idle
    shared.delete(key)
    await (await product).stop()
  }
  const generous = { FREE_TIER_EXECUTIONS: '1000000', ...environment }
  return Product.start({ environment: generous, t: { teardown: atProcessEnd } })
}

/** PostgreSQL's account, which root gives way to, can walk through it. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'troupe-product-'))
  chmodSync(directory, 0o755)
  return directory
}
