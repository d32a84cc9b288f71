import { test } from 'tap'
import { problemOfLockfile } from '../../../rpc/packages/lockfile.ts'

const integrity = `sha512-${'A'.repeat(86)}==`
const wanted = { name: '@x/tool', version: '1.0.0', integrity }
const own = { version: '1.0.0', resolved: 'file:package.tgz', integrity }
const good = { version: '2.0.0', integrity: 'sha512-b' }

function problemWith(packages: Record<string, unknown>): string | null {
  const all = { '': {}, 'node_modules/@x/tool': own, ...packages }
  return problemOfLockfile(JSON.stringify({ packages: all }), wanted)
}

test('a lockfile of packages of the registry, each with its integrity, is taken', async t => {
  t.equal(problemWith({}), null)
  t.equal(problemWith({ 'node_modules/a': good }), null, 'npm may leave out where it is')
  t.equal(problemWith({ 'node_modules/a': { ...good, resolved: 'https://npm.example/a.tgz' } }), null)
  t.equal(problemWith({ 'node_modules/a/node_modules/b': { version: '1.0.0', inBundle: true } }), null)
  t.equal(problemWith({ 'node_modules/a': { ...good, dependencies: { b: 'npm:@c/d@^1 || 2' } } }), null)
})

test('what is from elsewhere is refused by its name', async t => {
  for (const foreign of [
    { version: '1.0.0' },
    { ...good, resolved: 'git+ssh://git@example.com/a.git#1' },
    { ...good, resolved: 'file:../a.tgz' },
    { resolved: '../a', link: true },
    { ...good, dependencies: { b: 'https://example.com/b.tgz' } },
    { ...good, optionalDependencies: { b: 'someone/b' } },
  ])
    t.match(problemWith({ 'node_modules/@y/a': foreign }), /not in the npm registry: @y\/a$/)
})

test('another tarball, or one that calls itself otherwise, is refused', async t => {
  const as = (more: object) => problemWith({ 'node_modules/@x/tool': { ...own, ...more } })
  t.match(as({ version: '1.0.1' }), /calls itself 1\.0\.1/)
  t.match(as({ integrity: 'sha512-c' }), /is not the tarball/)
  t.match(as({ dependencies: { b: 'git://example.com/b' } }), /registry: @x\/tool/)
  const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`node_modules/p${n}`, good]))
  t.match(problemWith(many), /more than 1000 packages/)
  t.match(problemOfLockfile('{}', wanted), /version that is not known/)
})
