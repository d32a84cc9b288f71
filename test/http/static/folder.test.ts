import { test } from 'tap'
import { readFolder } from '../../../http/static/folder.ts'

const fixture = new URL('fixture', import.meta.url).pathname

test('a folder is read with all of its folders, without what is hidden', async t => {
  const sources = await readFolder(fixture, { hashed: /^assets\// })
  t.strictSame(
    sources.map(({ name, isHashed }) => [name, isHashed]),
    [
      ['assets/app-1a2b3c4d.js', true],
      ['index.html', false],
      ['notes.txt', false],
      ['widget/index.html', false],
    ],
  )
})

test('a compressed file beside another is a form of it', async t => {
  const [app, index] = await readFolder(fixture)
  t.ok(app!.br!.length < app!.bytes.length)
  t.notOk('br' in index! || 'gzip' in index! || 'gzip' in app!)
})

test('a compressed file that stands alone is a file', async t => {
  const folder = t.testdir({ 'a.tar.gz': 'x', 'b.js': 'x', 'b.js.gz': 'y' })
  const sources = await readFolder(folder)
  t.strictSame(
    sources.map(({ name }) => name),
    ['a.tar.gz', 'b.js'],
  )
  t.match(sources[1]!.gzip, Buffer.from('y'))
})

test('a page gets the policy that is said for it', async t => {
  const policy = (name: string) => (name === 'widget/index.html' ? 'frame-ancestors *' : undefined)
  const policies = (await readFolder(fixture, { policy })).map(source => source.policy)
  t.strictSame(policies, [undefined, undefined, undefined, 'frame-ancestors *'])
})

test('a link is not followed', async t => {
  const secret = t.testdir({
    out: { 'secret.txt': 's' },
    in: { 'a.txt': 'a', link: t.fixture('symlink', '../out') },
  })
  t.strictSame(
    (await readFolder(`${secret}/in`)).map(({ name }) => name),
    ['a.txt'],
  )
})

test('a folder over the limits, or one that is not there, is an error that names it', async t => {
  const folder = t.testdir({ 'a.txt': 'aaaa', 'b.txt': 'bbbb' })
  t.equal((await readFolder(folder, {}, { files: 2, sizeBytes: 8 })).length, 2)
  await t.rejects(
    readFolder(folder, {}, { files: 1, sizeBytes: 8 }),
    new RegExp(`${folder} has more than 1 files`),
  )
  await t.rejects(readFolder(folder, {}, { files: 2, sizeBytes: 7 }), new RegExp(`${folder} is over 7 bytes`))
  await t.rejects(readFolder(`${folder}/nowhere`), new RegExp(`${folder}/nowhere cannot be read`))
})
