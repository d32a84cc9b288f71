import { test } from 'tap'
import { KeptCatalogs } from '../../../language/thinking/kept-catalogs.ts'

const ten = JSON.stringify(['123456'])
const sent = (key: string, parts: readonly string[] | null = [ten]) => ({ key, owner: key[0]!, parts })
const asked = (key: string) => sent(key, null)

test('a catalog is kept under its key, the same array each time', async t => {
  const kept = new KeptCatalogs(100)
  t.equal(kept.open(asked('a1')), null)
  const tools = kept.open(sent('a1', ['[1,2]', '[3]']))
  t.strictSame(tools, [1, 2, 3])
  t.equal(kept.open(asked('a1')), tools)
  t.equal(kept.open(sent('a1')), tools, 'sent again, because two were under way')
})

test('catalogs of one organization that come and go do not drive out that of another', async t => {
  t.equal(ten.length, 10)
  const kept = new KeptCatalogs(30)
  for (const key of ['b1', 'a1', 'a2', 'a3', 'a4']) kept.open(sent(key))
  t.strictSame(
    ['b1', 'a1', 'a2', 'a3', 'a4'].map(key => kept.open(asked(key)) !== null),
    [true, false, false, true, true],
  )
})
