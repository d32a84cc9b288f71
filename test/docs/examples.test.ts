// The documentation is true: every example of README.md, docs/start, docs/guides and docs/operate that says
// what it does is carried out against a product, each page in an organization of its own. test/docs/README.md
// says how to write one.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'tap'
import { Product } from '../support/product.ts'
import { startExampleServer } from '../support/servers/example-server.ts'
import { blocksOf, exampleLanguages } from './page-blocks.ts'
import { runPage } from './page-run.ts'
import { typeErrors } from './programs.ts'

const root = join(import.meta.dirname, '../..')
const pages = new Map(
  ['README.md', ...globSync('docs/{start,guides,operate}/**/*.md', { cwd: root })]
    .sort()
    .map(name => [name, readFileSync(join(root, name), 'utf8')] as const),
)
const asked = [...pages].filter(([, text]) =>
  blocksOf(text).some(({ task }) => task.type !== 'none' && task.type !== 'skipped'),
)
const product = await Product.start()
const tools = await startExampleServer()
const origins = { 'http://localhost:4000': new URL(tools.url).origin }
const scopes = ['read', 'write', 'execute', 'admin', 'chat']

test('an example of a guide says how it is tested, or why it is not', async t => {
  const silent = [...pages].flatMap(([name, text]) =>
    blocksOf(text)
      .filter(({ language, task }) => exampleLanguages.includes(language) && task.type === 'none')
      .filter(() => name.startsWith('docs/guides/'))
      .map(
        ({ line, language }) =>
          `${name}:${line}: say run, answer, ready, ... or skip: <reason> after ${language}`,
      ),
  )
  t.strictSame(silent, [])
})

// One run of the compiler for all: it reads most of the code to know the client's types.
test('examples in TypeScript fit the types of the client, and one that does not is named', async t => {
  const wrong = `const troupe = createClient()\nawait troupe('GET /api/v1/nothing')`
  const programs = new Map([['wrong', wrong], ...[...pages].flatMap(programsOf)])
  const [named, ...others] = await typeErrors(programs)
  t.match(named, /wrong\.ts.*error TS/)
  t.strictSame(
    others.filter(line => !line.includes('wrong.ts') && !line.startsWith(' ')),
    [],
  )
})

function programsOf([name, text]: readonly [string, string]): [string, string][] {
  return blocksOf(text)
    .filter(({ language, task }) => language === 'ts' && task.type === 'run')
    .map(({ line, text: code }) => [`${name.replaceAll(/[^a-z0-9]/gi, '-')}-${line}`, code])
}

for (const [name, text] of asked) {
  test(`the examples of ${name} do what it says`, async t => {
    const { client } = await product.signUp()
    const { key } = (await client.post('/api/v1/apikeys', { name: 'Documentation', scopes })).body
    t.strictSame(
      (await runPage(text, { url: product.url, key, origins })).map(problem => `${name}:${problem}`),
      [],
    )
  })
}
