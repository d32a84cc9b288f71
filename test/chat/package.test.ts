// The package as it is published: packed, checked by the tools that packages are checked by, and installed
// into applications. Nothing is fetched: what the applications need is linked from here.
import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publint } from 'publint'
import tap, { test } from 'tap'
import { build } from 'vite'
import { noBrowser, openPage, sharedBrowser } from '../support/people/browser.ts'
import { builtPackage } from './browser.ts'
import { ChatDouble } from './chat-double.ts'
import { type Files, nodeScript, typedFiles, viteFiles } from './pack/application.ts'

const root = join(import.meta.dirname, '../..')
const modules = join(root, 'node_modules')
const home = mkdtempSync(join(tmpdir(), 'service-chat-'))
tap.teardown(() => rmSync(home, { recursive: true, force: true }))
const source = join(home, 'source')
const app = join(home, 'app')
const installed = join(app, 'node_modules/@service/chat')
mkdirSync(source)
for (const name of ['package.json', 'README.md', 'LICENSE'])
  copyFileSync(join(root, 'chat', name), join(source, name))
cpSync(builtPackage(), join(source, 'dist'), { recursive: true })
const [packed] = JSON.parse(run('npm', ['pack', '--json', '--ignore-scripts'], source)) as [Packed]
const tarball = join(source, packed.filename)
mkdirSync(installed, { recursive: true })
run('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1'], home)
const browser = noBrowser ? null : await sharedBrowser()

interface Packed {
  readonly filename: string
  readonly files: readonly { readonly path: string }[]
}

function run(command: string, args: readonly string[], cwd: string): string {
  return execFileSync(command, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function write(folder: string, files: Files, links: Readonly<Record<string, string>> = {}): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  for (const [name, target] of Object.entries(links)) {
    const path = join(folder, 'node_modules', name)
    mkdirSync(join(path, '..'), { recursive: true })
    rmSync(path, { force: true })
    symlinkSync(join(modules, target), path)
  }
}

test('the package holds what is built, and its manual', async t => {
  const paths = packed.files.map(({ path }) => path)
  for (const name of ['index', 'react', 'widget', 'conversation'])
    for (const ending of ['js', 'd.ts']) t.ok(paths.includes(`dist/${name}.${ending}`), `${name}.${ending}`)
  t.ok(paths.includes('dist/widget.global.js'))
  t.strictSame(paths.filter(path => !path.startsWith('dist/')).sort(), [
    'LICENSE',
    'README.md',
    'package.json',
  ])
  t.strictSame(
    paths.filter(path => /(?<!\.d)\.ts$|\.css$|\.map$/.test(path)),
    [],
  )
})

test('publint finds nothing', async t => {
  const { messages } = await publint({ pkgDir: installed, strict: true })
  t.strictSame(messages, [])
})

test('are the types wrong? They are not', async t => {
  const check = [join(modules, '.bin/attw'), tarball, '--profile', 'esm-only']
  t.doesNotThrow(() => run(process.execPath, check, home))
})

test('every entry keeps its budget', async t => {
  const { 'size-limit': budgets } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    'size-limit': { path: string }[]
  }
  const here = budgets.map(budget => ({ ...budget, path: budget.path.replace('chat/dist', 'source/dist') }))
  const manifest = { name: 'budgets', devDependencies: { '@size-limit/file': '*' }, 'size-limit': here }
  write(home, { 'package.json': JSON.stringify(manifest) })
  symlinkSync(modules, join(home, 'node_modules'))
  const found = JSON.parse(run(process.execPath, [join(modules, '.bin/size-limit'), '--json'], home)) as {
    name: string
    passed: boolean
    size: number
  }[]
  t.equal(found.length, 4)
  for (const { name, passed, size } of found) t.ok(passed, `${name}: ${size} bytes`)
})

test('the types hold for those who compile against them', async t => {
  write(app, typedFiles, { react: 'react', '@types/react': '@types/react', csstype: 'csstype' })
  for (const resolution of ['nodenext', 'bundler']) {
    const options = {
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      types: [],
      lib: ['es2023', 'dom', 'dom.iterable'],
      target: 'es2022',
    }
    const module = resolution === 'nodenext' ? 'nodenext' : 'esnext'
    const compilerOptions = { ...options, module, moduleResolution: resolution }
    write(app, {
      'package.json': '{"type":"module"}',
      'tsconfig.json': JSON.stringify({ compilerOptions, include: ['*.ts'] }),
    })
    t.doesNotThrow(() => run(process.execPath, [join(modules, '.bin/tsc'), '-p', app], app), resolution)
  }
})

test('a script of Node chats', async t => {
  const double = await ChatDouble.start(t)
  write(app, { 'script.mjs': nodeScript })
  const { spawn } = await import('node:child_process')
  const script = spawn(process.execPath, ['script.mjs', double.url], {
    cwd: app,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  void (await double.turn()).say('Hi ').say('there').done()
  let text = ''
  for await (const piece of script.stdout) text += piece
  t.equal(text, 'Hi there')
})

for (const [version, suffix] of [
  [18, ''],
  [19, '-19'],
] as const)
  test(`an application of Vite and React ${version} chats`, { skip: noBrowser }, async t => {
    write(app, viteFiles, { react: `react${suffix}`, 'react-dom': `react-dom${suffix}` })
    // What is linked lies beside another React.
    const resolve = { alias: { react: join(modules, `react${suffix}`) } }
    await build({ root: app, logLevel: 'error', configFile: false, resolve, build: { emptyOutDir: true } })
    const double = await ChatDouble.start(t)
    for (const path of run('find', ['dist', '-type', 'f'], app).trim().split('\n')) {
      const type = path.endsWith('.html') ? 'text/html' : 'text/javascript'
      const name = path.replace('dist', '').replace('/index.html', '/')
      double.pages.set(name, { type, text: readFileSync(join(app, path), 'utf8') })
    }
    const { page } = await openPage(t, browser!)
    await page.goto(double.url)
    await page.getByRole('textbox').fill('Hello')
    await page.keyboard.press('Enter')
    void (await double.turn()).say('Hi').done()
    await page.locator('.markdown', { hasText: 'Hi' }).waitFor()
    t.pass('it answers')
  })
