import { test } from 'tap'
import { nameText } from '../../domain/text.ts'

test('a name has something that can be seen', async t => {
  const name = nameText(20)
  for (const seen of ['a', ' a ', '請求書', '👍', 'e\u0301', '-', '\u200ba'])
    t.ok(name.safeParse(seen).success, JSON.stringify(seen))
  for (const unseen of ['', ' ', '\u00a0\t', '\u200b', '\u202e\u2066', '\u3164', '\u0301'])
    t.notOk(name.safeParse(unseen).success, JSON.stringify(unseen))
})
