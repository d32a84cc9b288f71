// The first page is small: its scripts with all that they load at once, as gzip, stay within the budget.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { test } from 'tap'

const dist = join(import.meta.dirname, '../../dashboard/dist')
const budgetBytes = 180_000

/** A script and everything that it imports before it runs. */
function withImports(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found
  found.add(name)
  const text = readFileSync(join(dist, 'assets', name), 'utf8')
  for (const [, file] of text.matchAll(/(?:from|import)"\.\/([\w.-]+\.js)"/g)) withImports(file!, found)
  return found
}

test('the home page loads at most 180 kB of scripts', async t => {
  const page = readFileSync(join(dist, 'index.html'), 'utf8')
  const first = [...page.matchAll(/\/assets\/([\w.-]+\.js)/g)].map(([, name]) => name!)
  const home = readdirSync(join(dist, 'assets')).filter(name => /^home-.*\.js$/.test(name))
  t.equal(home.length, 1)
  const names = [...first, ...home].reduce((found, name) => withImports(name, found), new Set<string>())
  const sizes = [...names].map(name => gzipSync(readFileSync(join(dist, 'assets', name))).length)
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  t.ok(names.size > 5)
  t.ok(bytes <= budgetBytes, `${bytes} bytes`)
})
