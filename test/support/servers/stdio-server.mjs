// A tool server on stdio as a program of its own, which behaves as its first argument says. Speaks MCP by
// hand: tests of those who start such servers want to see what an official one never does. The description
// of `echo` stands in the file that a second argument names.
import { spawn } from 'node:child_process'
import { appendFileSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const [mode = 'good', detail = ''] = process.argv.slice(2)
const send = message => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const text = value => ({ content: [{ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }] })
const tool = (name, more = {}) => ({ name, description: `Does ${name}`, inputSchema: { type: 'object' }, ...more })

if (mode === 'dies') {
  process.stderr.write('no configuration found\n')
  process.exit(3)
}
if (mode === 'ignores-the-end') {
  process.on('SIGTERM', () => {})
  setInterval(() => {}, 1_000)
}
if (mode === 'silent') setInterval(() => {}, 1_000)
if (mode === 'noisy') process.stdout.write('Welcome to the server!\n')

const tools = {
  echo: args => text(args),
  environment: () => text({ env: process.env, uid: process.getuid(), gid: process.getgid(), cwd: process.cwd() }),
  pid: () => text({ pid: process.pid }),
  note(args) {
    appendFileSync(detail === '' ? 'notes.txt' : detail, `${args.line}\n`)
    return text({ notes: readFileSync(detail === '' ? 'notes.txt' : detail, 'utf8') })
  },
  log(args) {
    process.stderr.write(`${args.line}\n`)
    return text('logged')
  },
  die: () => process.exit(7),
  hang: () => new Promise(() => {}),
  flood() {
    const line = Buffer.alloc(65_536, 'x')
    line[65_535] = 10
    const go = () => {
      while (process.stdout.write(line));
      process.stdout.once('drain', go)
    }
    go()
    return new Promise(() => {})
  },
  endless() {
    const piece = 'y'.repeat(65_536)
    const go = () => {
      while (process.stdout.write(piece));
      process.stdout.once('drain', go)
    }
    go()
    return new Promise(() => {})
  },
  garbage() {
    for (let n = 0; n < 200; n++) process.stdout.write(`line ${n} is no message\n`)
    return new Promise(() => {})
  },
  allocate() {
    const kept = []
    for (;;) kept.push(Buffer.alloc(16 * 1024 * 1024, 1))
  },
  fork(args) {
    const children = []
    for (let n = 0; n < args.count; n++) {
      const child = spawn('sleep', ['300'], { detached: args.detached === true, stdio: 'ignore' })
      child.on('error', () => {})
      children.push(child.pid ?? null)
    }
    return text({ children })
  },
  async work(args, id, meta) {
    for (const progress of [1, 2])
      send({ method: 'notifications/progress', params: { progressToken: meta?.progressToken, progress, total: 2 } })
    return text('done')
  },
}

let cancelled = 0
const answers = {
  initialize({ protocolVersion }) {
    if (mode === 'old' && protocolVersion !== '2025-03-26') {
      const data = { supported: ['2025-03-26'], requested: protocolVersion }
      throw Object.assign(new Error('Unsupported protocol version'), { code: -32602, data })
    }
    if (mode === 'plain') throw Object.assign(new Error('Method not found'), { code: -32601 })
    return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'fixture', version: '1' } }
  },
  'tools/list': () => ({
    tools: [...Object.keys(tools), 'cancelled'].map(name =>
      tool(name, name === 'echo' && detail !== '' ? { description: readFileSync(detail, 'utf8') } : {}),
    ),
  }),
  'tools/call': ({ name, arguments: args = {}, _meta }, id) =>
    name === 'cancelled' ? text({ cancelled }) : tools[name](args, id, _meta),
}

createInterface({ input: process.stdin }).on('line', async line => {
  const { id, method, params = {} } = JSON.parse(line)
  if (method === 'notifications/cancelled') cancelled++
  if (id === undefined || mode === 'silent') return
  try {
    send({ id, result: await answers[method](params, id) })
  } catch ({ code = -32603, message, data }) {
    send({ id, error: { code, message, data } })
  }
})
