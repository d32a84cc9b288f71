// What compiled.cjs keeps of modules, in a checkout of its own: a Node that reads it sees what is written,
// now and after a change, whatever is in the kept files.
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Test, test } from 'tap'

const compiled = join(import.meta.dirname, '../../../runtime/process/compiled.cjs')
const run = promisify(execFile)

/** A checkout with one module of each text, by path. */
function checkout(t: Test, modules: Readonly<Record<string, string>>) {
  const root = t.testdir({ runtime: { process: {} } })
  cpSync(compiled, join(root, 'runtime/process/compiled.cjs'))
  writeFileSync(join(root, 'package.json'), '{"type":"module"}')
  const write = (path: string, text: string) => writeFileSync(join(root, path), text)
  for (const [path, text] of Object.entries(modules)) write(path, text)
  const kept = join(root, 'node_modules/.cache/troupe')
  return {
    write,
    keptModules: () => join(kept, readdirSync(kept).find(name => name.startsWith('plain-'))!),
    async says(environment: Record<string, string> = {}) {
      const flags = ['--require', join(root, 'runtime/process/compiled.cjs'), 'main.ts']
      const env = { ...process.env, ...environment }
      const { stdout, stderr } = await run(process.execPath, flags, { cwd: root, env })
      return stdout + stderr
    },
  }
}

const main = "import { word } from './word.ts'\nconst said: string = word\nconsole.log(said)\n"

test('a changed module is read anew, and what is kept is used again', async t => {
  const { write, keptModules, says } = checkout(t, {
    'main.ts': main,
    'word.ts': "export const word = 'one'",
  })
  t.equal(await says(), 'one\n')
  const found = join(keptModules(), 'word.ts')
  t.match(readFileSync(found, 'utf8'), /^[0-9a-f]{40}\nexport const word = 'one'$/)
  writeFileSync(found, readFileSync(found, 'utf8').replace('one', 'kept'))
  t.equal(await says(), 'kept\n', 'as it was kept')
  write('word.ts', "export const word: string = 'two'")
  t.equal(await says(), 'two\n')
})

test('a kept file that is cut short or of something else is made anew', async t => {
  const { keptModules, says } = checkout(t, { 'main.ts': main, 'word.ts': "export const word = 'one'" })
  await says()
  for (const text of ['', 'abc', `${'0'.repeat(40)}\nexport const word = 'other'`]) {
    writeFileSync(join(keptModules(), 'word.ts'), text)
    t.equal(await says(), 'one\n')
  }
})

test('where nothing can be kept, modules run all the same', async t => {
  const { write, says } = checkout(t, { 'main.ts': main, 'word.ts': "export const word = 'one'" })
  write('file', '')
  t.equal(await says({ NODE_COMPILE_CACHE: join(t.testdirName, 'file/below') }), 'one\n')
})

const said = ({ stderr }: { readonly stderr: string }) => stderr

test('stack traces and errors name the file as it was written', async t => {
  const { write, says } = checkout(t, { 'main.ts': 'const at: string = ""\n\nthrow new Error(at)\n' })
  t.match(await says().catch(said), /main\.ts:3/)
  write('main.ts', 'const at: = 1\n')
  t.match(await says().catch(said), /main\.ts:1/)
})

test('a thread without an environment keeps them where its process does', async t => {
  const { keptModules, says } = checkout(t, {
    'main.ts': `import { Worker } from 'node:worker_threads'
const flags = ['--require', './runtime/process/compiled.cjs']
new Worker(new URL('./thread.ts', import.meta.url), { env: {}, execArgv: flags })`,
    'thread.ts': "const word: string = 'from a thread'\nconsole.log(word)",
  })
  mkdirSync(join(t.testdirName, 'elsewhere'))
  const NODE_COMPILE_CACHE = join(t.testdirName, 'elsewhere')
  t.equal(await says({ NODE_COMPILE_CACHE }), 'from a thread\n')
  t.throws(keptModules, { code: 'ENOENT' })
  const [plain] = readdirSync(NODE_COMPILE_CACHE).filter(name => name.startsWith('plain-'))
  t.strictSame(readdirSync(join(NODE_COMPILE_CACHE, plain!)), ['main.ts', 'thread.ts'])
})
