// The command line against one product: what is about the process (Ctrl-C, following, the exit code) as `node
// cli/main.js` in a process of its own, the rest by calling it with what was typed.
import { spawnSync } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'tap'
import { exitCodes } from '../../cli/exit-codes.ts'
import { CommandLine } from '../support/people/command-line.ts'
import { password, sharedProduct } from '../support/product.ts'
import { untilStatus } from '../support/runs.ts'
import { freePort } from '../support/servers/free-port.ts'

const product = await sharedProduct()
const owner = await product.signUp()
const scopes = ['read', 'write', 'execute', 'admin']
const key: string = (await owner.client.post('/api/v1/apikeys', { name: 'cli', scopes })).body.key
const variables = { TROUPE_URL: product.url, TROUPE_API_KEY: key }
const shell = new CommandLine(variables)

async function createWorkflow(name: string, prompt: string): Promise<string> {
  return (await shell.json(`workflows create --name ${name}`, prompt)).id
}

test('a workflow is created from standard input, listed, shown, and run by its name', async t => {
  const id = await createWorkflow('Greeting', 'Return "Hello, {{inputs.name}}!"')
  t.match(id, /^wf_/)
  t.ok((await shell.json('workflows list')).some((each: { id: string }) => each.id === id))
  t.match((await shell.run('workflows list')).stdout, new RegExp(`ID +NAME[\\s\\S]*${id} +Greeting +ready`))
  t.match((await shell.run('workflows show greeting')).stdout, /inputs: name/)
  const run = await shell.start('run', 'Greeting', '--input', 'name=007').ending
  t.match(run, { code: exitCodes.ok, stdout: 'Hello, 007!\n' }, 'the schema says that it is a text')
  t.match(run.stderr, /exec_\w+[\s\S]*✓ [\s\S]*completed in/)
})

test('plan shows what a prompt becomes, with what is wrong under its words, and keeps nothing', async t => {
  const before = (await shell.json('workflows list')).length
  const prompt = 'Every weekday at 9:00, set word to "hello, {{inputs.name}}". Return the word'
  const ready = await shell.run('plan', prompt)
  t.match(ready, {
    code: exitCodes.ok,
    stdout:
      /^status: ready\ninputs: name\n\nStart every weekday at 09:00 in UTC\.\n1\. Let word be "hello, [\s\S]*schedule: 0 9 /,
  })
  const hooked = await shell.run('plan', 'When the webhook is called, return 1')
  t.match(hooked.stdout, /\ntrigger: its hook is called\n/)
  const wrong = await shell.start('plan', '1. Return 1\n2. Flurbelize the grommets').ending
  t.equal(wrong.code, exitCodes.failed)
  t.match(wrong.stdout, /^status: needs_review\n/)
  const lines = wrong.stdout.split('\n')
  const marked = lines.indexOf('  2. Flurbelize the grommets')
  t.match(lines[marked + 1], /^ {5}\^+$/)
  t.match(lines[marked + 2], /^error: .*Flurbelize/)
  const file = join(shell.home, 'prompt.txt')
  writeFileSync(file, 'Return 1')
  for (const typed of [`plan -f ${file}`, `plan ${file}`, 'plan -f -', 'plan -', 'plan'])
    t.match(
      await shell.json(typed, 'Return 1'),
      { status: 'ready', plan: { steps: [{ kind: 'return' }] } },
      typed,
    )
  for (const missing of ['-f nowhere.txt', 'nowhere.txt', './nowhere', '/nowhere/else'])
    t.match(await shell.run(`plan ${missing}`), { code: exitCodes.usage, stderr: /cannot read / }, missing)
  t.equal((await shell.run(`plan x -f ${file}`)).code, exitCodes.usage, 'one prompt at a time')
  t.equal((await shell.json('workflows list')).length, before)
})

test('dry-run shows what a workflow would do, and backtest how a version would have done', async t => {
  const id = await createWorkflow('Rehearsed', 'Return {{inputs.amount}}')
  const shown = await shell.run('dry-run Rehearsed --input amount=5')
  t.match(shown.stdout, /Rehearsed: would be completed, for 1 CU/)
  t.match(shown.stdout, /no effects/)
  t.match(await shell.json('dry-run Rehearsed --input amount=5'), { status: 'completed', output: 5 })
  await shell.run('run Rehearsed --input amount=5')
  await owner.client.put(`/api/v1/workflows/${id}`, { prompt: 'Return 7' })
  const replayed = await shell.run('backtest Rehearsed 2')
  t.match(replayed.stdout, /version 2: 1 replayed, 0 the same, 1 different/)
  t.match(replayed.stdout, / {2}return {2}output/)
  t.match(await shell.json('backtest Rehearsed 1 --last 1'), { executions: 1, same: 1 })
})

test('diff shows what changed between two versions of a workflow', async t => {
  const id = await createWorkflow('Versioned', 'Return 1')
  await owner.client.put(`/api/v1/workflows/${id}`, { prompt: 'Return {{inputs.amount}}' })
  const shown = await shell.run('diff Versioned 1 2')
  t.equal(shown.code, exitCodes.ok)
  t.match(shown.stdout, /- Return 1\n[\s\S]*\+ Return \{\{inputs.amount\}\}[\s\S]*breaking: /)
  t.match(await shell.json('diff Versioned 1 2'), { from: 1, to: 2 })
  t.equal((await shell.run('diff Versioned 1 3')).code, exitCodes.notFound)
  await owner.client.post(`/api/v1/workflows/${id}/versions/1/activate`)
  t.match(
    (await shell.run('diff Versioned 2')).stdout,
    /^--- Versioned 2\n\+\+\+ Versioned 1\n@@ -1,1 \+1,1 @@\n/,
  )
  t.match(await shell.run('diff Versioned'), { code: exitCodes.usage, stderr: /no version before 1/ })
})

const steps = (last: string) =>
  `${Array.from({ length: 8 }, (_, at) => `${at + 1}. Let n${at} be ${at}.`).join('\n')}\n9. Return ${last}.`

test('what show --notation prints of a workflow is a prompt that plans it, and diff compares it by lines', async t => {
  const id = await createWorkflow('Noted', steps('{{steps.n7}}'))
  const shown = await shell.run('show noted --notation')
  t.match(shown, { code: exitCodes.ok, stdout: `${steps('{{steps.n7}}')}\n` })
  t.match(await shell.run('plan -', shown.stdout), {
    code: exitCodes.ok,
    stdout: `status: ready\n\n${shown.stdout}\nan execution costs 1 CU\n`,
  })
  await owner.client.put(`/api/v1/workflows/${id}`, { prompt: steps('{{steps.n6}}') })
  const compared = await shell.run('diff noted')
  t.match(
    compared.stdout,
    `--- Noted 1
+++ Noted 2
@@ -6,4 +6,4 @@
 6. Let n5 be 5.
 7. Let n6 be 6.
 8. Let n7 be 7.
-9. Return {{steps.n7}}.
+9. Return {{steps.n6}}.
`,
  )
  const wrong = await shell.run('plan -', steps('the last'))
  t.equal(wrong.code, exitCodes.failed)
  t.match(wrong.stdout, /\n {2}9\. Return the last\.\n {12}\^{9}\nerror: line 9, column 11: expected a value/)
})

test('plan shows a plan in JSON in notation, and what is wrong with it', async t => {
  const json = (step: object) => JSON.stringify({ steps: [{ id: 'end', kind: 'return', ...step }] })
  t.match(await shell.run('plan -', json({ value: 7 })), {
    code: exitCodes.ok,
    stdout: /^status: ready\n\n1\. Return 7\. Call it end\.\n/,
  })
  const wrong = await shell.run('plan -', json({ value: { $: 'steps.none' } }))
  t.match(wrong, { code: exitCodes.failed, stdout: /^status: needs_review[\s\S]*steps\.none/ })
})

test('show --notation of a prompt that is no plan says so, and prints nothing', async t => {
  await createWorkflow('Slipped', '1. Call csv_parse with text "a".')
  t.match(await shell.run('show slipped --notation'), {
    code: exitCodes.failed,
    stdout: /^$/,
    stderr: /Slipped has no plan/,
  })
})

test('show has the whole plan of a workflow that is found by its name, however large', async t => {
  const value = 'x'.repeat(100_000)
  const plan = { steps: [{ id: 'end', kind: 'return', value }] }
  await owner.client.post('/api/v1/workflows', { name: 'Large', prompt: 'By hand', plan })
  t.match((await shell.json('show large')).plan, plan)
})

test('with --json standard output is the execution and nothing else', async t => {
  const { code, stdout, stderr } = await shell.run('run Greeting --inputs - --json', '{"name": "Ada"}')
  t.equal(code, exitCodes.ok)
  t.match(JSON.parse(stdout), { status: 'completed', output: 'Hello, Ada!', inputs: { name: 'Ada' } })
  t.match(stderr, /completed in/)
})

test('a run that fails ends with 1', async t => {
  await createWorkflow('Failing', '1. Fail with "out of stock"')
  const { code, stderr, stdout } = await shell.run('run Failing')
  t.equal(code, exitCodes.failed)
  t.match(stderr, /out of stock[\s\S]*failed in/)
  t.equal(stdout, '')
})

test('Ctrl-C leaves the run going on and says how to follow or end it', async t => {
  await createWorkflow('Waiting', '1. Wait for the event paid\n2. Return "paid"')
  const running = shell.start('run', 'Waiting')
  const id = await running.said(/(exec_\w+)[\s\S]*= waiting/)
  running.child.kill('SIGINT')
  const { code, stderr } = await running.ending
  t.equal(code, exitCodes.interrupted)
  t.match(stderr, `troupe logs -f ${id}`)
  t.match(stderr, `troupe cancel ${id}`)
  t.equal((await owner.client.get(`/api/v1/executions/${id}`)).body.status, 'waiting')

  const following = shell.start('logs', '-f', id, '--json')
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
  const started = await shell.json('run Waiting --detach')
  const { code, stdout } = await shell.run(`logs ${started.id}`)
  t.equal(code, exitCodes.ok)
  t.match(stdout, /waiting/)
  const listed = await shell.json('executions --status waiting --workflow Waiting')
  t.ok(listed.some((each: { id: string }) => each.id === started.id))
  t.match(await shell.run(`cancel ${started.id}`), { code: exitCodes.ok, stdout: /is cancelled/ })
  t.match(await shell.run('executions --status cancelled'), { stdout: new RegExp(started.id) })
})

test('an approval is listed, and decided having been shown', async t => {
  await createWorkflow('Asking', '1. Ask owner to approve "Send it?"\n2. Return "sent"')
  const running = shell.start('run', 'Asking')
  await running.said(/troupe approve/)
  const [asked] = await shell.json('approve')
  t.match((await shell.run('deny')).stdout, asked.id)
  const approved = await shell.run(`approve ${asked.id} --note fine`)
  t.match(approved, { code: exitCodes.ok, stdout: /is approved/, stderr: /Send it\?/ })
  t.match(await running.ending, { code: exitCodes.ok, stdout: 'sent\n' })
  t.equal((await shell.run(`deny ${asked.id}`)).code, exitCodes.conflict, 'the first decision wins')
})

test('arguments are edited as they are approved, and the answer names both', async t => {
  const approval = { message: 'Add?' }
  const step = { id: 'add', kind: 'tool', tool: 'list_sum', args: { list: [1, 2] }, approval }
  const body = { name: 'Adding', prompt: 'add', plan: { steps: [step] } }
  const { id } = (await owner.client.post('/api/v1/workflows', body)).body
  const started = (await owner.client.post(`/api/v1/workflows/${id}/execute`, { inputs: {} })).body
  const [asked] = (await untilStatus(owner.client, started.id, 'awaiting_approval')).approvals
  t.match((await shell.run('approve')).stdout, /Tool: list_sum\n {2}Arguments:\n/, 'the list shows all of it')
  const wrong = await shell.run(`approve ${asked.id} --args [3]`)
  t.match(wrong, { code: exitCodes.usage, stderr: /--args: expected a JSON object/ })
  const { code, stdout, stderr } = await shell.run(`approve ${asked.id} --args {"list":[3]}`)
  t.equal(code, exitCodes.ok)
  t.match(stderr, /Tool: list_sum\n {2}Arguments:\n[\s\S]*"list": \[\n\s+1,\n\s+2\n/, 'what was proposed')
  t.match(stdout, `${asked.id} is approved, with these arguments instead:\n{\n  "list": [\n    3`)
})

test('a key is created, listed without itself, rotated and revoked', async t => {
  const { stdout } = await shell.run('keys create ci --scopes read --expires-days 7')
  const made = stdout.trim()
  t.match(made, /^sk_[0-9a-f]{64}$/)
  const listed = await shell.run('keys list --json')
  t.notMatch(listed.stdout, made)
  const { id } = JSON.parse(listed.stdout).find((each: { name: string }) => each.name === 'ci')
  t.equal((await shell.run('workflows list', '', { ...variables, TROUPE_API_KEY: made })).code, exitCodes.ok)
  const rotated = (await shell.run(`keys rotate ${id}`)).stdout.trim()
  t.match(rotated, /^sk_[0-9a-f]{64}$/)
  t.equal(
    (await shell.run('workflows list', '', { ...variables, TROUPE_API_KEY: made })).code,
    exitCodes.auth,
  )
  t.equal((await shell.run(`keys revoke ${id}`)).code, exitCodes.ok)
  t.equal(
    (await shell.run('workflows list', '', { ...variables, TROUPE_API_KEY: rotated })).code,
    exitCodes.auth,
  )
})

test('a login is kept for its user only, renewed before its end, and ended by logout', async t => {
  const without = { TROUPE_URL: product.url }
  const file = join(shell.home, '.config/troupe/credentials.json')
  t.match(await shell.run('workflows list', '', without), { code: exitCodes.auth, stderr: /troupe login/ })
  t.equal((await shell.run(`login --email ${owner.email}`, 'a wrong one', without)).code, exitCodes.auth)
  const login = await shell.run(`login --email ${owner.email}`, `${password}\n`, without)
  t.match(login, { code: exitCodes.ok, stdout: new RegExp(`as ${owner.email}`) })
  t.equal(statSync(file).mode & 0o777, 0o600)
  const kept = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...kept, expiresAt: Date.now() }))
  const both = await Promise.all([
    shell.run('workflows list', '', without),
    shell.run('executions', '', without),
  ])
  t.strictSame(
    both.map(({ code }) => code),
    [0, 0],
    'two at once renew it once',
  )
  t.not(JSON.parse(readFileSync(file, 'utf8')).refreshToken, kept.refreshToken)
  t.equal(
    (await shell.run('workflows list', '', { TROUPE_URL: `http://localhost:${product.port}` })).code,
    exitCodes.auth,
  )
  t.equal((await shell.run('logout', '', without)).code, exitCodes.ok)
  t.equal((await shell.run('workflows list', '', without)).code, exitCodes.auth)
  t.equal((await shell.run('login --with-key', `${key}\n`, without)).code, exitCodes.ok)
  t.equal((await shell.run('workflows list', '', {})).code, exitCodes.ok, 'the address is kept as well')
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
    cases.map(async ([typed, , environment]) => (await shell.run(typed, '', environment)).code),
  )
  t.strictSame(
    cases.map(([typed], i) => [typed, codes[i]]),
    cases.map(([typed, code]) => [typed, code]),
  )
})

test('a service that is not there ends with 6', async t => {
  const nowhere = { ...variables, TROUPE_URL: `http://127.0.0.1:${await freePort()}` }
  t.match(await shell.run('workflows list', '', nowhere), {
    code: exitCodes.unreachable,
    stderr: /cannot be reached/,
  })
})

test('config shows the settings without their secrets, and judges them', async t => {
  const secret = 'postgresql://troupe:hunter2@localhost/troupe'
  const { code, stdout } = await shell.run('config', '', { DATABASE_URL: secret, PORT: '9000' })
  t.equal(code, exitCodes.ok)
  t.match(stdout, /^PORT=9000 /m)
  t.notMatch(stdout, 'hunter2')
  t.match(await shell.run('config', '', { PORT: 'x', HOSTS: '0' }), {
    code: exitCodes.usage,
    stderr: /PORT[\s\S]*HOSTS/,
  })
})

test('a reader that has read enough is no failure', async t => {
  const main = join(import.meta.dirname, '../../cli/main.js')
  const piped = spawnSync('bash', [
    '-c',
    `"$0" "$1" config | head -c 1; exit "\${PIPESTATUS[0]}"`,
    process.execPath,
    main,
  ])
  t.match(piped, { status: exitCodes.ok, stderr: { length: 0 } }, String(piped.stderr))
})

test('open prints the address of what is meant', async t => {
  const id = 'wf_01h455vb4pex5vsknk084sn02q'
  t.equal((await shell.run(`open ${id} --print`)).stdout, `${product.url}/workflows/${id}\n`)
  t.equal((await shell.run('open docs --print')).stdout, `${product.url}/docs/api-reference\n`)
  t.equal((await shell.run('open https://example.com --print')).code, exitCodes.usage)
})

test('a name that the terminal would obey is shown harmless', async t => {
  const name = '\u001b]0;pwned\u0007\u001b[2J'
  await owner.client.post('/api/v1/workflows', { name, prompt: 'Return 1' })
  const { stdout } = await shell.run('workflows list')
  t.match(stdout, 'pwned')
  t.notMatch(stdout, /[\u001b\u0007]/)
})

test('confirm shows what an agent planned, and takes --yes where nothing has to be ticked', async t => {
  const made = async (name: string, steps: object[]) => {
    const params = { name: 'create_workflow', arguments: { name, prompt: 'Remove it', plan: { steps } } }
    await owner.client.post('/rpc', { jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  }
  await made('Harmless', [{ id: 'answer', kind: 'return', value: 1 }])
  await made('Removing', [
    { id: 'gone', kind: 'tool', tool: 'http_delete', args: { url: 'https://x.example/1' } },
  ])
  const confirming = await owner.client.post('/api/v1/apikeys', {
    name: 'confirm',
    scopes: ['read', 'confirm'],
  })
  const variables = { TROUPE_URL: product.url, TROUPE_API_KEY: confirming.body.key }
  const typed = (words: string, by = variables) => shell.run(words, '', by)
  t.match(await typed('confirm Removing'), {
    code: exitCodes.usage,
    stderr:
      /The request, as your agent says it: "Remove it"\n[\s\S]*\[tick\] Effect \(gone\)\n {2}http_delete/,
  })
  t.match(await typed('confirm Removing --yes'), {
    code: exitCodes.usage,
    stderr: /has to be ticked: effect:gone/,
  })
  t.match(await typed('confirm Harmless'), { code: exitCodes.usage, stderr: /at a terminal, or with --yes/ })
  t.match(await typed('confirm Harmless --yes', shell.variables as typeof variables), {
    code: exitCodes.auth,
    stderr: /scope confirm/,
  })
  t.match(await typed('confirm Harmless --yes'), { code: exitCodes.ok, stdout: 'Harmless is confirmed\n' })
  t.match((await typed('confirm Harmless')).stdout, /is confirmed already/)
})
