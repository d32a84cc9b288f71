// The command line as its user runs it, `node cli/main.js` in a process of its own, against one product.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tap, { test } from 'tap'
import { exitCodes } from '../../cli/exit-codes.ts'
import { freePort } from '../support/free-port.ts'
import { node, Product, password } from '../support/product.ts'

const root = join(import.meta.dirname, '../..')
const home = mkdtempSync(join(tmpdir(), 'troupe-cli-'))
tap.teardown(() => rmSync(home, { recursive: true, force: true }))
const product = await Product.start()
const owner = await product.signUp()
const key: string = (
  await owner.client.post('/api/v1/apikeys', { name: 'cli', scopes: ['read', 'write', 'execute', 'admin'] })
).body.key

interface Ending {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

interface Running {
  readonly child: ChildProcess
  readonly ending: Promise<Ending>
  /** Resolves when so much has been said on standard error. */
  said(pattern: RegExp): Promise<string>
}

const variables = { TROUPE_URL: product.url, TROUPE_API_KEY: key }

/** What is typed after `troupe`; words are separated by blanks. */
function start(
  typed: readonly string[],
  input = '',
  environment: Record<string, string> = variables,
): Running {
  const child = spawn(node, [join(root, 'cli/main.js'), ...typed], {
    cwd: home,
    env: { PATH: process.env['PATH'], HOME: home, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  tap.teardown(() => child.kill('SIGKILL'))
  let stdout = ''
  let stderr = ''
  const listeners = new Set<() => void>()
  child.stdout.on('data', chunk => {
    stdout += chunk
  })
  child.stderr.on('data', chunk => {
    stderr += chunk
    for (const listener of listeners) listener()
  })
  // One that ends before it has read its input is no trouble of the test.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const ending = new Promise<Ending>(resolve => child.on('close', code => resolve({ code, stdout, stderr })))
  return {
    child,
    ending,
    said: pattern =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(stderr)
          if (match) resolve(match[1] ?? match[0])
        }
        listeners.add(look)
        look()
        void ending.then(() => reject(new Error(`it ended without ${pattern}: ${stderr}`)))
      }),
  }
}

function troupe(typed: string, input?: string, environment?: Record<string, string>): Promise<Ending> {
  return start(typed.split(' '), input, environment).ending
}

// biome-ignore lint/suspicious/noExplicitAny: the test says what it expects
async function json(typed: string, input?: string): Promise<any> {
  const { stdout, stderr } = await troupe(`${typed} --json`, input)
  try {
    return JSON.parse(stdout)
  } catch (cause) {
    throw new Error(`${typed}: ${stdout}${stderr}`, { cause })
  }
}

async function createWorkflow(name: string, prompt: string): Promise<string> {
  return (await json(`workflows create --name ${name}`, prompt)).id
}

test('a workflow is created from standard input, listed, shown, and run by its name', async t => {
  const id = await createWorkflow('Greeting', 'Return "Hello, {{inputs.name}}!"')
  t.match(id, /^wf_/)
  t.ok((await json('workflows list')).some((each: { id: string }) => each.id === id))
  t.match((await troupe('workflows list')).stdout, new RegExp(`ID +NAME[\\s\\S]*${id} +Greeting +ready`))
  t.match((await troupe('workflows show greeting')).stdout, /inputs: name/)
  const run = await troupe('run Greeting --input name=007')
  t.match(run, { code: exitCodes.ok, stdout: 'Hello, 007!\n' }, 'the schema says that it is a text')
  t.match(run.stderr, /exec_\w+[\s\S]*✓ [\s\S]*completed in/)
})

test('with --json standard output is the execution and nothing else', async t => {
  const { code, stdout, stderr } = await troupe('run Greeting --inputs - --json', '{"name": "Ada"}')
  t.equal(code, exitCodes.ok)
  t.match(JSON.parse(stdout), { status: 'completed', output: 'Hello, Ada!', inputs: { name: 'Ada' } })
  t.match(stderr, /completed in/)
})

test('a run that fails ends with 1', async t => {
  await createWorkflow('Failing', '1. Fail with "out of stock"')
  const { code, stderr, stdout } = await troupe('run Failing')
  t.equal(code, exitCodes.failed)
  t.match(stderr, /out of stock[\s\S]*failed in/)
  t.equal(stdout, '')
})

test('Ctrl-C leaves the run going on and says how to follow or end it', async t => {
  await createWorkflow('Waiting', '1. Wait for the event paid\n2. Return "paid"')
  const running = start(['run', 'Waiting'])
  const id = await running.said(/(exec_\w+)[\s\S]*= waiting/)
  running.child.kill('SIGINT')
  const { code, stderr } = await running.ending
  t.equal(code, exitCodes.interrupted)
  t.match(stderr, `troupe logs -f ${id}`)
  t.match(stderr, `troupe cancel ${id}`)
  t.equal((await owner.client.get(`/api/v1/executions/${id}`)).body.status, 'waiting')

  const following = start(['logs', '-f', id, '--json'])
  await owner.client.post(`/api/v1/executions/${id}/events/paid`, {})
  const followed = await following.ending
  t.equal(followed.code, exitCodes.ok)
  const events = followed.stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  t.strictSame(
    events.map(event => event.id),
    events.map((_, i) => i + 1),
  )
  t.match(events.at(-1), { event: 'end', data: { status: 'completed', output: 'paid' } })
})

test('without -f the log of what still runs is what is there', async t => {
  const started = await json('run Waiting --detach')
  const { code, stdout } = await troupe(`logs ${started.id}`)
  t.equal(code, exitCodes.ok)
  t.match(stdout, /waiting/)
  const listed = await json('executions --status waiting --workflow Waiting')
  t.ok(listed.some((each: { id: string }) => each.id === started.id))
  t.match(await troupe(`cancel ${started.id}`), { code: exitCodes.ok, stdout: /is cancelled/ })
  t.match(await troupe('executions --status cancelled'), { stdout: new RegExp(started.id) })
})

test('an approval is listed, and decided having been shown', async t => {
  await createWorkflow('Asking', '1. Ask owner to approve "Send it?"\n2. Return "sent"')
  const running = start(['run', 'Asking'])
  await running.said(/troupe approve/)
  const [asked] = await json('approve')
  t.match((await troupe('deny')).stdout, asked.id)
  const approved = await troupe(`approve ${asked.id} --note fine`)
  t.match(approved, { code: exitCodes.ok, stdout: /is approved/, stderr: /Send it\?/ })
  t.match(await running.ending, { code: exitCodes.ok, stdout: 'sent\n' })
  t.equal((await troupe(`deny ${asked.id}`)).code, exitCodes.conflict, 'the first decision wins')
})

test('a key is created, listed without itself, rotated and revoked', async t => {
  const { stdout } = await troupe('keys create ci --scopes read --expires-days 7')
  const made = stdout.trim()
  t.match(made, /^sk_[0-9a-f]{64}$/)
  const listed = await troupe('keys list --json')
  t.notMatch(listed.stdout, made)
  const { id } = JSON.parse(listed.stdout).find((each: { name: string }) => each.name === 'ci')
  t.equal((await troupe('workflows list', '', { ...variables, TROUPE_API_KEY: made })).code, exitCodes.ok)
  const rotated = (await troupe(`keys rotate ${id}`)).stdout.trim()
  t.match(rotated, /^sk_[0-9a-f]{64}$/)
  t.equal((await troupe('workflows list', '', { ...variables, TROUPE_API_KEY: made })).code, exitCodes.auth)
  t.equal((await troupe(`keys revoke ${id}`)).code, exitCodes.ok)
  t.equal(
    (await troupe('workflows list', '', { ...variables, TROUPE_API_KEY: rotated })).code,
    exitCodes.auth,
  )
})

test('a login is kept for its user only, renewed before its end, and ended by logout', async t => {
  const without = { TROUPE_URL: product.url }
  const file = join(home, '.config/troupe/credentials.json')
  t.match(await troupe('workflows list', '', without), { code: exitCodes.auth, stderr: /troupe login/ })
  t.equal((await troupe(`login --email ${owner.email}`, 'a wrong one', without)).code, exitCodes.auth)
  const login = await troupe(`login --email ${owner.email}`, `${password}\n`, without)
  t.match(login, { code: exitCodes.ok, stdout: new RegExp(`as ${owner.email}`) })
  t.equal(statSync(file).mode & 0o777, 0o600)
  const kept = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...kept, expiresAt: Date.now() }))
  const both = await Promise.all([troupe('workflows list', '', without), troupe('executions', '', without)])
  t.strictSame(
    both.map(({ code }) => code),
    [0, 0],
    'two at once renew it once',
  )
  t.not(JSON.parse(readFileSync(file, 'utf8')).refreshToken, kept.refreshToken)
  t.equal(
    (await troupe('workflows list', '', { TROUPE_URL: `http://localhost:${product.port}` })).code,
    exitCodes.auth,
  )
  t.equal((await troupe('logout', '', without)).code, exitCodes.ok)
  t.equal((await troupe('workflows list', '', without)).code, exitCodes.auth)
  t.equal((await troupe('login --with-key', `${key}\n`, without)).code, exitCodes.ok)
  t.equal((await troupe('workflows list', '', {})).code, exitCodes.ok, 'the address is kept as well')
})

test('the exit code says what was wrong', async t => {
  const unknownKey = { ...variables, TROUPE_API_KEY: `sk_${'0'.repeat(64)}` }
  const { usage, notFound, auth, ok } = exitCodes
  const cases: [string, number, Record<string, string>?][] = [
    ['frobnicate', usage],
    ['workflows create', usage],
    ['run Greeting --input name', usage],
    ['run Greeting', usage],
    ['run Nothing', notFound],
    ['logs exec_00000000000000000000000000', notFound],
    ['executions', auth, unknownKey],
    ['--help', ok],
  ]
  const codes = await Promise.all(
    cases.map(async ([typed, , environment]) => (await troupe(typed, '', environment)).code),
  )
  t.strictSame(
    cases.map(([typed], i) => [typed, codes[i]]),
    cases.map(([typed, code]) => [typed, code]),
  )
})

test('a service that is not there ends with 6', async t => {
  const nowhere = { ...variables, TROUPE_URL: `http://127.0.0.1:${await freePort()}` }
  t.match(await troupe('workflows list', '', nowhere), {
    code: exitCodes.unreachable,
    stderr: /cannot be reached/,
  })
})

test('config shows the settings without their secrets, and judges them', async t => {
  const secret = 'postgresql://troupe:hunter2@localhost/troupe'
  const { code, stdout } = await troupe('config', '', { DATABASE_URL: secret, PORT: '9000' })
  t.equal(code, exitCodes.ok)
  t.match(stdout, /^PORT=9000 /m)
  t.notMatch(stdout, 'hunter2')
  t.match(await troupe('config', '', { PORT: 'x', HOSTS: '0' }), {
    code: exitCodes.usage,
    stderr: /PORT[\s\S]*HOSTS/,
  })
})

test('open prints the address of what is meant', async t => {
  const id = 'wf_01h455vb4pex5vsknk084sn02q'
  t.equal((await troupe(`open ${id} --print`)).stdout, `${product.url}/workflows/${id}\n`)
  t.equal((await troupe('open docs --print')).stdout, `${product.url}/docs/api-reference\n`)
  t.equal((await troupe('open https://example.com --print')).code, exitCodes.usage)
})

test('a name that the terminal would obey is shown harmless', async t => {
  const name = '\u001b]0;pwned\u0007\u001b[2J'
  await owner.client.post('/api/v1/workflows', { name, prompt: 'Return 1' })
  const { stdout } = await troupe('workflows list')
  t.match(stdout, 'pwned')
  t.notMatch(stdout, /[\u001b\u0007]/)
})
