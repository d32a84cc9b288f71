// The tests of tool servers on stdio once more, as a user without rights, with and without the programs that
// set limits: what holds where the service is not root, and where it has but a shell.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Test, test } from 'tap'
import { isRoot } from './given.ts'

/** The usual number of `nobody`; no account has to be there. */
const nobody = isRoot ? { uid: 65_534, gid: 65_534 } : {}
const files = ['calls', 'containment'].map(name => join(import.meta.dirname, `${name}.test.ts`))
const isReadable = (await run(['-e', `fs.readFileSync(${JSON.stringify(files[0])})`], {})).code === 0
const skip = isReadable ? false : 'a user without rights can not read this folder'

for (const isBare of [false, true])
  test(`all of it holds for a user without rights, ${isBare ? 'with a shell alone' : 'with prlimit'}`, {
    skip,
    timeout: 240_000,
  }, async t => {
    for (const file of files) {
      const { code, output } = await run([file], { ...places(t), ...(isBare && { WITHOUT_UTIL_LINUX: '1' }) })
      t.equal(
        code,
        0,
        output
          .split('\n')
          .filter(line => /not ok|Error/.test(line))
          .join('\n'),
      )
      t.match(output, /^1\.\.\d+$/m)
    }
  })

function places(t: Test) {
  const folder = mkdtempSync(join(tmpdir(), 'troupe-nobody-'))
  chmodSync(folder, 0o777)
  t.teardown(() => rmSync(folder, { recursive: true }))
  return { HOME: folder, TMPDIR: folder }
}

async function run(args: readonly string[], environment: Readonly<Record<string, string>>) {
  const env = { PATH: process.env['PATH'], ...environment }
  const child = spawn(process.execPath, args, { ...nobody, cwd: '/', env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', text => (output += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}
