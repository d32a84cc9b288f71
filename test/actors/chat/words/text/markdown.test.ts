import { test } from 'tap'
import { outlined } from '../../../../../actors/chat/words/text/markdown.ts'

test('an explanation is a list whose words mean nothing else', async t => {
  t.equal(
    outlined('1. Let a be {{x * y}}.\n2. For each *order*:\n   1. Fetch <b>it</b>.\n\nThen stop.'),
    '1. Let a be \\{\\{x \\* y\\}\\}.\n2. For each \\*order\\*:\n   1. Fetch &lt;b\\>it&lt;/b\\>.\nThen stop.',
  )
  t.match(outlined('1. a\n2. b\n3. c', 2), /^1\. a\n2\. b\n\n… and 1 more lines$/)
})
