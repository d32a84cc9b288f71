// Texts that try to become more than texts, in everything that people, models and tools may write: every page
// shows them as texts. No script of theirs runs, no request leaves the service, the policy has no complaint.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import tap, { type Test, test } from 'tap'
import { hostileTexts } from '../chat/hostile-texts.ts'
import { invitationFor } from '../support/people/colleagues.ts'
import { password } from '../support/product.ts'
import { until } from '../support/runs.ts'
import { ChangingServer } from '../support/servers/changing-server.ts'
import { noBrowser, phone, startDashboard, type Visitor, wide } from './dashboard.ts'

const kit = noBrowser === false ? await startDashboard() : null
const whole = hostileTexts.join('\n\n')
/** As an expression: a plan takes no text with `{{` in it. */
const computed = { $: JSON.stringify(whole) }
/** For what holds one line. */
const line = '<img src=x onerror="window.hit=1"><script>window.hit=1</script>[x](javascript:window.hit=1)'

/** Every address that the router has, but those of development and of older links. */
const router = readFileSync(join(import.meta.dirname, '../../dashboard/app/router.tsx'), 'utf8')
const patterns = [...router.matchAll(/createRoute\(\{\s*getParentRoute: \(\) => (\w+),\s*path: '([^']+)'/g)]
  .filter(([, , path]) => !path!.startsWith('/dev/'))
  .map(([, parent, path]) => (parent === 'settings' ? `/settings${path}` : path!).replace(/(?<=.)\/$/, ''))

interface World {
  /** Values of the parameters of addresses, by pattern. */
  readonly addresses: Readonly<Record<string, readonly string[]>>
}

const post = async ({ client }: Pick<Visitor, 'client'>, path: string, body: unknown, status = 201) => {
  const answer = await client.post(`/api/v1${path}`, body)
  if (answer.status !== status)
    throw new Error(`${path} answered ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

const hostilePlan = {
  steps: [
    { id: 'said', title: line, kind: 'set', value: { [line]: computed } },
    { id: 'kept', title: line, kind: 'tool', tool: 'remember', args: { key: line, value: computed } },
    {
      id: 'shared',
      title: line,
      kind: 'tool',
      tool: 'remember',
      args: { key: line, value: computed, memory: 'shared' },
    },
    {
      id: 'call',
      title: line,
      kind: 'tool',
      server: 'evil',
      tool: 'evil',
      args: { text: computed },
      onError: 'continue',
    },
    { id: 'asked', title: line, kind: 'approval', message: computed, onDeny: 'continue' },
    {
      id: 'again',
      title: line,
      kind: 'tool',
      server: 'evil',
      tool: 'evil',
      args: { text: { $: 'inputs.text' } },
      approval: { message: line },
    },
    { id: 'end', title: line, kind: 'fail', message: computed },
  ],
}

/** Fills every field that can hold text. */
async function fill(t: Pick<Test, 'teardown'>, visitor: Visitor): Promise<World> {
  const { client, organizationId } = visitor
  await client.put('/api/v1/organization', { name: line })
  await client.put('/api/v1/auth/me', { name: line })
  const schema = { type: 'object', properties: { text: { type: 'string', description: whole, title: line } } }
  const evil = { name: 'evil', title: line, description: whole, inputSchema: schema }
  const server = await ChangingServer.start(t, evil)
  const tools = await post(visitor, '/mcp-servers', { name: 'evil', url: server.url })
  await post(visitor, '/mcp-servers', { name: line.slice(0, 100), url: server.url })
  await until(
    () => client.get(`/api/v1/mcp-servers/${tools.id}`),
    ({ body }) => body.status === 'healthy',
  )
  await post(visitor, '/memory', { name: 'shared' })
  const team = await post(visitor, '/teams', { name: line })
  const everybody = `/teams/${organizationId.replace('org_', 'team_')}/members`
  const email = 'hostile@example.com'
  await post(visitor, everybody, { email, role: 'admin' })
  await post(visitor, `/teams/${team.id}/members`, { email: 'open@example.com' })
  const token = await invitationFor(kit!.product, email)
  await post({ client: kit!.product.client() }, `/invitations/${token}/accept`, { name: line, password }, 200)
  const open = await invitationFor(kit!.product, 'open@example.com')
  await post(visitor, '/apikeys', { name: line })
  const credential = await post(visitor, '/credentials', {
    name: line,
    kind: 'bearer',
    secret: { token: 'a-token-that-is-long' },
    allowedHosts: ['example.com'],
  })
  const hook = await post(visitor, '/webhooks', {
    url: 'https://example.com/hook',
    events: ['execution.failed'],
    description: whole.slice(0, 500).toWellFormed(),
  })
  const { workflow, runs, approvals } = await work(visitor)
  const chat = await post(visitor, '/chat/sessions', { title: line })
  await post(visitor, `/chat/sessions/${chat.id}/messages`, { message: whole })
  await post(visitor, `/chat/sessions/${chat.id}/messages`, { message: `new workflow: ${line}` })
  return {
    addresses: {
      '/workflows/$id/{-$tab}': ['', '/runs', '/versions', '/triggers', '/memory', '/use', '/settings'].map(
        tab => `/workflows/${workflow}${tab}`,
      ),
      '/runs/$id': runs.map(id => `/runs/${id}`),
      '/approvals/$id': approvals.map(id => `/approvals/${id}`),
      '/approvals': ['/approvals', '/approvals?status=approved', '/approvals?status=denied'],
      '/chat/{-$id}': ['/chat', `/chat/${chat.id}`, `/chat?run=${runs[0]}`],
      '/settings/credentials/$id': [`/settings/credentials/${credential.id}`],
      '/settings/mcp-servers/$id': [`/settings/mcp-servers/${tools.id}`],
      '/settings/webhooks/$id': [`/settings/webhooks/${hook.id}`],
      '/settings/memories/$name': ['/settings/memories/shared'],
      '/marketplace/$slug': ['/marketplace/email'],
      '/invite/$token': [`/invite/${open}`],
      '/runs': ['/runs', `/runs?q=${encodeURIComponent(line)}`],
      '/sign-in': [`/sign-in#error=${encodeURIComponent(line)}`],
      '/set-up': ['/set-up', `/set-up#token=${encodeURIComponent(line)}`],
      '/verify': [`/verify#token=${encodeURIComponent(line)}`],
      '/reset': [`/reset#token=${encodeURIComponent(line)}`],
      '/workflows/new': [`/workflows/new?prompt=${encodeURIComponent(whole)}`],
      '/workflows': ['/workflows', `/workflows?q=${encodeURIComponent(line)}`],
      '/authorize': ['/authorize', await askedBy(line.slice(0, 100))],
      $: [`/${encodeURIComponent(line)}`],
    },
  }
}

/** Where an application of this name sends people. */
async function askedBy(name: string): Promise<string> {
  const redirectUri = 'https://app.example.com/callback'
  const registration = { client_name: name, redirect_uris: [redirectUri] }
  const { body } = await kit!.product.client().post('/oauth/register', registration)
  const query = {
    ...{ client_id: body.client_id, redirect_uri: redirectUri, response_type: 'code', state: line },
    ...{ code_challenge: 'a'.repeat(43), code_challenge_method: 'S256', scope: `read ${line}` },
  }
  return `/authorize?${new URLSearchParams(query)}`
}

/** Workflows and runs: one that waits, one that was denied, one that failed with everything. */
async function work(visitor: Visitor) {
  const { client } = visitor
  const made = await post(visitor, '/workflows', {
    name: line,
    prompt: whole,
    description: whole.slice(0, 2_000).toWellFormed(),
    plan: hostilePlan,
  })
  await post(visitor, '/workflows', { name: line, prompt: `${line} ${whole}` })
  const runs: string[] = []
  const approvals: string[] = []
  for (const decision of ['approve', 'deny', null]) {
    const run = await post(visitor, `/workflows/${made.id}/execute`, {
      inputs: { text: whole, [line]: line },
    })
    runs.push(run.id)
    const waiting = await approvalOf(visitor, run.id, 'asked')
    approvals.push(waiting)
    if (decision === null) continue
    await post(
      visitor,
      `/approvals/${waiting}`,
      { decision, note: whole.slice(0, 2_000).toWellFormed() },
      200,
    )
    const next = await approvalOf(visitor, run.id, 'again')
    approvals.push(next)
    const args = decision === 'approve' ? { args: { text: line } } : {}
    await post(visitor, `/approvals/${next}`, { decision, note: line, ...args }, 200)
    await until(
      () => client.get(`/api/v1/executions/${run.id}`),
      ({ body }) => body.status === 'failed',
    )
  }
  return { workflow: made.id as string, runs, approvals }
}

async function approvalOf({ client }: Visitor, run: string, step: string): Promise<string> {
  const { body } = await until(
    () => client.get(`/api/v1/executions/${run}`),
    ({ body: { approvals, status } }) =>
      status === 'failed' || approvals.some(({ stepId }: { stepId: string }) => stepId === step),
  )
  if (body.status === 'failed') throw new Error(JSON.stringify(body.error))
  return body.approvals[0].id
}

/** What in the page could act, and where its links lead. */
const findings = `(() => {
  const all = [...document.body.querySelectorAll('*')]
  const own = script => script.src.startsWith(location.origin + '/assets/')
  // Our own, which add the service to an agent that is installed.
  const agents = ['cursor://anysphere.cursor-deeplink/mcp/install?', 'vscode:mcp/install?']
  return {
    hit: window.hit ?? 'nothing',
    handlers: all.flatMap(it => [...it.attributes]).filter(({ name }) => name.startsWith('on')).map(({ name }) => name),
    active: all.filter(it => it.matches('iframe, object, embed, img[src]:not([src^="/"]), style') || (it.matches('script') && !own(it))).map(it => it.outerHTML.slice(0, 200)),
    links: [...new Set(all.filter(it => it.matches('a[href]') && !agents.some(way => it.href.startsWith(way))).map(it => it.protocol))].filter(it => !['http:', 'https:', 'mailto:'].includes(it)),
  }
})()`

/** What a page shows by itself: every page has the name of the organization beside it. */
const shown = `(() => {
  const own = document.querySelector('main') ?? document.body
  const fields = [...own.querySelectorAll('input, textarea')]
  const ways = [...own.querySelectorAll('nav')].map(nav => nav.innerText)
  const text = ways.reduce((rest, way) => rest.replace(way, ''), own.innerText)
  return [text, ...fields.map(({ value }) => value)].join(' ').trim()
})()`

async function open(
  page: Page,
  address: string,
): Promise<{ readonly seen: string; readonly found: unknown }> {
  // By the address bar: what stands behind # counts too.
  await page.goto('about:blank')
  await page.goto(address)
  await page.locator('h1').first().waitFor()
  await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' })
  // What is folded is a part of the page.
  for (const summary of await page.locator('details:not([open]) > summary').all())
    await summary.click({ timeout: 2_000 }).catch(() => {})
  const seen = String(await page.evaluate(shown))
  return { seen, found: await page.evaluate(findings) }
}

const world = kit === null ? null : await begin()

async function begin() {
  const visitor = await kit!.visit(tap, { viewport: wide })
  const requests: string[] = []
  visitor.page.on('request', request => requests.push(request.url()))
  return { visitor, requests, ...(await fill(tap, visitor)) }
}

/** A page with less has nothing but a title. */
const titleLength = 40
/** Pages that show what somebody wrote; on the others there may be none of it. */
const silent =
  /^\$$|^\/(sign-|set-up|reset|verify|marketplace|settings\/(models|billing|usage|notifications|audit|memories$))/

for (const pattern of patterns) {
  test(`${pattern} shows hostile texts as texts`, { skip: noBrowser }, async t => {
    const { visitor, requests, addresses } = world!
    const { page, complaints } = visitor
    const [before, from] = [complaints.length, requests.length]
    const all = addresses[pattern] ?? [pattern]
    t.notOk(
      all.some(address => address.includes('$')),
      'its parameters are filled in',
    )
    let texts = ''
    for (const address of all) {
      const { seen, found } = await open(page, address)
      texts += seen
      t.strictSame(found, { hit: 'nothing', handlers: [], active: [], links: [] }, address)
    }
    const hasContent = texts.length > titleLength * all.length
    if (hasContent && !silent.test(pattern))
      t.match(texts, /<img src=x|<script>|window\.hit/, 'they are seen')
    t.strictSame(requests.slice(from).filter(isForeign), [])
    t.strictSame(
      complaints.slice(before).filter(each => !/status of 4\d\d/.test(each)),
      [],
    )
  })
}

function isForeign(url: string): boolean {
  return !url.startsWith(`${kit!.product.url}/`) && !url.startsWith('about:') && !url.startsWith('data:')
}

test('hostile texts leave a phone as wide as it is', { skip: noBrowser }, async t => {
  const { visitor, addresses } = world!
  const { page } = visitor
  await page.setViewportSize(phone)
  for (const pattern of ['/approvals/$id', '/chat/{-$id}', '/runs/$id', '/workflows/$id/{-$tab}']) {
    const address = addresses[pattern]!.at(pattern === '/chat/{-$id}' ? 1 : 0)!
    await open(page, address)
    const width = await page.evaluate('document.documentElement.scrollWidth')
    t.ok(Number(width) <= phone.width, `${address} is ${width} wide`)
  }
})
