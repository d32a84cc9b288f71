// The trial restore as an operator runs it: of a new backup, of one that was changed, and of one that is
// stopped half-way. Whatever comes of it, nothing of it stays.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Client } from 'pg'
import { type Test, test } from 'tap'
import { newKey } from '../../storage/secrets/master-key.ts'
import { operatorCommand, startOperatorCommand } from '../support/operator-command.ts'
import { freshDatabase } from '../support/postgres.ts'
import { until } from '../support/runs.ts'

const limit = { timeout: 240_000 }
const filling = `insert into journal (address, seq, at, body)
  select 'equal', n, 1000000 + n, repeat(md5(n::text), 10) from generate_series(100000, 119999) n`

const url = await freshDatabase()
const client = new Client(url)
await client.connect()
await client.query(filling)
await client.end()

function surroundings(t: Test) {
  const directory = t.testdir({})
  const environment = { DATABASE_URL: url, DATA_DIR: directory, MASTER_KEY: newKey() }
  return { directory, environment, file: join(directory, 'backup.gz'), trial: join(directory, 'trial') }
}

/** The same file with another text in one row, and the checksum of that. */
function change(file: string): void {
  const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n')
  const end = JSON.parse(lines.pop()!)
  const at = lines.findIndex(line => line.startsWith('equal\t100007\t'))
  lines[at] = lines[at]!.replace(/.$/, 'x')
  const body = `${lines.join('\n')}\n`
  const sha256 = createHash('sha256').update(body).digest('hex')
  writeFileSync(file, gzipSync(`${body}${JSON.stringify({ ...end, sha256 })}\n`))
}

test('a backup with --verify is restored on trial, and the database of the trial goes', limit, async t => {
  const { file, trial, environment } = surroundings(t)
  const { code, output } = await operatorCommand('backup', [file, '--verify'], environment)
  t.equal(code, 0, output)
  t.match(
    output,
    /backed up to .*\ntrial restore of .*: \d+ rows of \d+ tables; the trial database is removed/,
  )
  t.match(output, /contents of all tables are those of the original/)
  t.notOk(existsSync(trial))
  const again = await operatorCommand('restore', ['--trial', file], environment)
  t.equal(again.code, 0, again.output)
  change(file)
  const changed = await operatorCommand('restore', ['--trial', file], environment)
  t.equal(changed.code, 1)
  t.match(changed.output, /the rows of journal are not those of the original: take another file/)
  t.notOk(existsSync(trial))
  const taken = await operatorCommand('backup', [file], environment)
  t.match(taken.output, /exists already: name another file; to try that one, npm run restore -- --trial/)
})

test('a trial that is stopped removes its database, and says that it was stopped', limit, async t => {
  const { file, trial, environment } = surroundings(t)
  const { child, ended } = startOperatorCommand('backup', [file, '--verify'], environment)
  await until(
    async () => existsSync(join(trial, 'postgres/server.pid')),
    isThere => isThere,
  )
  child.kill('SIGTERM')
  const { code, output } = await ended
  t.equal(code, 1)
  t.match(output, /stopped by SIGTERM: the trial database is removed/)
  t.notOk(existsSync(trial))
  t.ok(existsSync(file), 'the backup itself was made')
})
