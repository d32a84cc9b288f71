// The operator's file of tool servers on stdio: what does not fit is said all at once, without any value.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tap, { test } from 'tap'
import { readStdioFile } from '../../../rpc/stdio/stdio-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'troupe-stdio-file-'))
tap.teardown(() => rmSync(folder, { recursive: true }))
const parts = { environment: { TOKEN: 'sk_secret_of_ours', EMPTY: '' }, isRoot: true }

function written(value: unknown): string {
  const path = join(folder, `${Math.random()}.json`)
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value))
  return path
}

test('a command is found, and values are taken from the environment', async t => {
  const path = written({ servers: [{ name: 'files', command: 'sh', environment: { KEY: 'x-${TOKEN}' } }] })
  const { specs } = await readStdioFile(path, parts)
  t.match(specs, [
    {
      program: /^\/.*\/sh$/,
      environment: { KEY: 'x-sk_secret_of_ours' },
      secrets: ['sk_secret_of_ours'],
      limits: { concurrency: 8, starts: 5 },
    },
  ])
})

test('an entry with an environment is closed until it names organizations, any other is open', async t => {
  const base = { command: 'sh' }
  const path = written({
    servers: [
      { ...base, name: 'plain' },
      { ...base, name: 'secret', environment: { KEY: '${TOKEN}' } },
      { ...base, name: 'named', environment: { KEY: 'x' }, organizations: ['org_1'] },
      { ...base, name: 'meant', environment: { KEY: 'x' }, organizations: ['*'] },
    ],
  })
  const { specs } = await readStdioFile(path, parts)
  t.strictSame(
    specs.map(({ name, organizations }) => [name, organizations]),
    [
      ['plain', undefined],
      ['secret', []],
      ['named', ['org_1']],
      ['meant', undefined],
    ],
  )
})

test('every problem is said at once', async t => {
  const path = written({
    servers: [
      {
        name: 'files',
        command: 'no-such-program',
        environment: { A: '${ABSENT}', B: '${EMPTY}', C: '${TOKEN}' },
      },
      { name: 'files', command: './relative', credential: 'A', environment: { A: '1' } },
    ],
  })
  const error = await readStdioFile(path, parts).catch((reason: Error) => reason.message)
  t.match(error, /files: environment.A: ABSENT is not set/)
  t.match(error, /files: environment.B: EMPTY is not set/)
  t.match(error, /files: command: there is no program no-such-program/)
  t.match(error, /files: command: there is no program \.\/relative/)
  t.match(error, /servers: the name files stands there twice/)
  t.match(error, /files: credential: environment sets A already/)
  t.notMatch(error, /sk_secret/)
})

test('every field that does not fit is said at once, unknown ones too', async t => {
  const path = written({
    servers: [
      { name: 'Files', command: 'sh', limits: { callMs: -1 }, shell: true },
      { name: 'two', command: 'sh', environment: { 'A-B': 'x' } },
    ],
    child: 3,
  })
  const error = await readStdioFile(path, parts).catch((reason: Error) => reason.message)
  for (const found of [
    'servers.0.name:',
    'servers.0.limits.callMs:',
    '"shell"',
    'servers.1.environment',
    '"child"',
  ])
    t.match(error, found)
})

test('a file that can not be read, or is no JSON, says so', async t => {
  await t.rejects(readStdioFile(join(folder, 'absent'), parts), /it can not be read: ENOENT/)
  await t.rejects(readStdioFile(written('{"servers": '), parts), /expected JSON/)
})

test('without root the operator has to say that children share the user of the service', async t => {
  const file = { servers: [{ name: 'files', command: 'sh' }] }
  const user = { ...parts, isRoot: false }
  await t.rejects(readStdioFile(written(file), user), /sameUser: expected true/)
  t.match(await readStdioFile(written({ ...file, sameUser: true }), user), { sameUser: true })
})
