// The manual is true: every example of chat/README.md and docs/guides/chat-sdk.md that is a page, a program
// or an application is opened or run, against the double. Examples of the shell run with the other guides.
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import tap, { type Test, test } from 'tap'
import { type Block, blocksOf } from '../docs/page-blocks.ts'
import { noBrowser, openPage, sharedBrowser } from '../support/people/browser.ts'
import { builtPackage, scriptOf } from './browser.ts'
import { ChatDouble } from './chat-double.ts'

const root = join(import.meta.dirname, '../..')
const home = mkdtempSync(join(tmpdir(), 'chat-manual-'))
tap.teardown(() => rmSync(home, { recursive: true, force: true }))
const installed = join(home, 'node_modules/@service/chat')
const folder = builtPackage()
mkdirSync(installed, { recursive: true })
cpSync(folder, join(installed, 'dist'), { recursive: true })
cpSync(join(root, 'chat/package.json'), join(installed, 'package.json'))
const browser = noBrowser ? null : await sharedBrowser()

const pages = ['chat/README.md', 'docs/guides/chat-sdk.md']
const blocks = pages.flatMap(page => {
  const found = blocksOf(readFileSync(join(root, page), 'utf8'))
  return found.map(block => ({ ...block, name: `${page}:${block.line}` }))
})

/** A double that answers everything, and asks for an approval before a payment. */
async function answering(t: Test): Promise<ChatDouble> {
  const double = await ChatDouble.start(t)
  double.pages.set('/token', { type: 'application/json', text: '{"token":"ct_1"}' })
  double.pages.set('/chat/widget.js', { type: 'text/javascript', text: scriptOf(folder) })
  const answer = async () => {
    while (true) {
      const turn = await double.turn()
      if (turn.asked.body['message'] !== 'run Payment with amount 120') {
        turn.execution({ id: 'exec_1', status: 'completed' }).say('An answer').done()
        continue
      }
      const approval = turn.approval({})
      turn.done({
        content: 'May I?',
        parts: [
          { type: 'text', text: 'May I?' },
          { type: 'approval', approval },
        ],
      })
    }
  }
  void answer()
  return double
}

/** With the service where it is in this test, and names of this test. */
function here({ text }: Block, double: ChatDouble): string {
  return text
    .replaceAll('http://localhost:8080', double.url)
    .replaceAll(/(tenantId: )?(['"])org_\.\.\.['"]/g, (_, key) =>
      key ? `${key}'org_1', baseUrl: '${double.url}'` : '"org_1"',
    )
    .replaceAll('sk_...', 'sk_1')
}

async function bundled(entry: string, loader: 'js' | 'jsx'): Promise<string> {
  const built = await build({
    stdin: { contents: entry, resolveDir: home, loader },
    ...{
      bundle: true,
      write: false,
      format: 'esm',
      jsx: 'automatic',
      tsconfigRaw: {},
      target: 'es2022',
      logLevel: 'error',
    },
    nodePaths: [join(root, 'node_modules')],
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  return built.outputFiles![0]!.text
}

async function opened(t: Test, double: ChatDouble, html: string, isOpened = false): Promise<void> {
  double.pages.set('/', {
    type: 'text/html',
    text: `<!doctype html><body><div id="root"></div>${html}</body>`,
  })
  const { page } = await openPage(t, browser!)
  await page.goto(double.url)
  const own = page.getByRole('button', { name: 'List my workflows' })
  const launcher = page.getByRole('button', { name: 'Open chat' })
  await own.or(launcher).or(page.getByRole('textbox')).first().waitFor()
  if ((await launcher.isVisible()) && !isOpened) await launcher.click()
  const input = page.getByRole('textbox')
  if (await own.isVisible()) await own.click()
  else await input.fill('Hello').then(() => input.press('Enter'))
  await page.getByText('An answer').first().waitFor()
}

for (const block of blocks.filter(({ language }) => language === 'html'))
  test(`${block.name} is a page that chats`, { skip: noBrowser }, async t => {
    const double = await answering(t)
    await opened(t, double, here(block, double))
    const asked = double.asked.filter(({ path }) => path.startsWith('/api/'))
    t.ok(asked.length > 0 && asked.every(({ query }) => query.get('tenant') === 'org_1'))
  })

for (const block of blocks.filter(({ language }) => language === 'jsx'))
  test(`${block.name} is an application that chats`, { skip: noBrowser }, async t => {
    const double = await answering(t)
    const start = `import { createRoot } from 'react-dom/client'\ncreateRoot(document.querySelector('#root')).render(<App />)`
    const script = await bundled(`${here(block, double).replace('export default ', '')}\n${start}`, 'jsx')
    double.pages.set('/main.js', { type: 'text/javascript', text: script })
    await opened(t, double, '<script type="module" src="/main.js"></script>')
    t.ok(double.asked.length > 0)
  })

for (const block of blocks.filter(({ language, text }) => language === 'js' && text.includes('mount(')))
  test(`${block.name} is a page that chats`, { skip: noBrowser }, async t => {
    const double = await answering(t)
    const script = await bundled(here(block, double), 'js')
    double.pages.set('/main.js', { type: 'text/javascript', text: script })
    await opened(t, double, '<script type="module" src="/main.js"></script>', true)
    t.ok(double.asked.length > 0)
  })

for (const block of blocks.filter(({ language, text }) => language === 'js' && !text.includes('mount(')))
  test(`${block.name} is a program that chats`, async t => {
    const double = await answering(t)
    const file = join(home, 'program.mjs')
    writeFileSync(file, here(block, double))
    const { stdout } = await promisify(execFile)(process.execPath, [file])
    t.match(stdout, /An answer/)
  })

test('the manual has examples of every kind', async t => {
  for (const language of ['html', 'js', 'jsx', 'css'])
    t.ok(
      blocks.some(it => it.language === language),
      language,
    )
})

test('the manual names every option, custom property and part that there is', async t => {
  const manual = readFileSync(join(root, 'chat/README.md'), 'utf8')
  const read = (file: string) => readFileSync(join(root, 'chat', file), 'utf8')
  const options = [
    ...`${read('client/config.ts')}${read('widget/widget-config.ts').split('WidgetContext')[0]}`.matchAll(
      /^ {2}readonly (\w+)\??:/gm,
    ),
  ]
  for (const [, name] of options)
    if (!['token', 'expiresAt', 'message'].includes(name!)) t.match(manual, `\`${name}`, name!)
  const css = read('widget/styles.css')
  for (const [, name] of css.matchAll(/var\(--service-chat(-[\w-]+)/g)) t.match(manual, name, name!)
  const parts = readdirSync(join(root, 'chat/widget'), { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts'))
    .flatMap(file => [...read(`widget/${file}`).matchAll(/part: ['"`]([\w ]+)/g)])
    .flatMap(([, names]) => names!.split(' ').filter(Boolean))
  t.ok(parts.length > 30)
  for (const name of parts) t.match(manual, `\`${name}\``, name)
})
