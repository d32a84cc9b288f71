// The package from the registry's side: packs it, installs it with what applications have (Vite, React 18 and
// 19) from the registry, builds them, and opens them in Chromium; a plain page and a script of Node too. Run
// by hand, because it needs the registry: `npm run chat:pack`. package.test.ts uses what is here.
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { ChatDouble } from '../chat-double.ts'
import { nodeScript, viteFiles } from './application.ts'

const root = join(import.meta.dirname, '../../..')
const home = mkdtempSync(join(tmpdir(), 'service-chat-pack-'))
const endings: (() => unknown)[] = []
const double = await ChatDouble.start({ teardown: end => endings.push(end) })
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
endings.push(() => browser.close())

function npm(args: readonly string[], cwd: string): string {
  return execFileSync('npm', [...args, '--no-audit', '--no-fund'], { cwd, encoding: 'utf8' })
}

async function chatsIn(page: Page): Promise<void> {
  await page.goto(double.url)
  await page.getByRole('textbox').fill('Hello')
  await page.keyboard.press('Enter')
  void (await double.turn()).say('Hi').done()
  await page.locator('.markdown', { hasText: 'Hi' }).waitFor()
}

function serve(folder: string): void {
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(html|js)$/.test(path)) continue
    const type = path.endsWith('.html') ? 'text/html' : 'text/javascript'
    double.pages.set(`/${path.replace('index.html', '')}`, {
      type,
      text: readFileSync(join(folder, path), 'utf8'),
    })
  }
}

try {
  const [{ filename }] = JSON.parse(npm(['pack', '--json', '--pack-destination', home], join(root, 'chat')))
  const tarball = join(home, filename)
  for (const version of [18, 19]) {
    const app = mkdtempSync(join(home, `react-${version}-`))
    const files = {
      ...viteFiles,
      'package.json': '{"private":true,"type":"module"}',
      'script.mjs': nodeScript,
    }
    for (const [name, text] of Object.entries(files)) writeFileSync(join(app, name), text)
    npm(['install', tarball, `react@${version}`, `react-dom@${version}`, 'vite'], app)
    execFileSync('npx', ['vite', 'build'], { cwd: app, stdio: 'inherit' })
    serve(join(app, 'dist'))
    await chatsIn(await browser.newPage())
    console.log(`React ${version} with Vite: it chats`)
    if (version === 18) continue
    await plainPage(join(app, 'node_modules/@service/chat/dist/widget.global.js'))
    await script(app)
  }
} finally {
  for (const end of endings) await end()
}

async function plainPage(file: string): Promise<void> {
  const tag = '<script src="/chat/widget.js" data-tenant-id="org_1" data-api-key="sk_1" data-open></script>'
  double.pages.set('/chat/widget.js', { type: 'text/javascript', text: readFileSync(file, 'utf8') })
  double.pages.set('/', { type: 'text/html', text: `<!doctype html><title>Shop</title><h1>Shop</h1>${tag}` })
  await chatsIn(await browser.newPage())
  console.log('a plain page: it chats')
}

async function script(app: string): Promise<void> {
  const child = spawn('node', ['script.mjs', double.url], { cwd: app, stdio: ['ignore', 'pipe', 'inherit'] })
  void (await double.turn()).say('Hi').done()
  let text = ''
  for await (const piece of child.stdout) text += piece
  if (text !== 'Hi') throw new Error(`the script said ${text}`)
  console.log('a script of Node: it chats')
}
