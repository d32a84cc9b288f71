// Where a body stops being JSON, as it is told to who sent it.
import { test } from 'tap'
import { jsonFault } from '../../../../http/pipeline/body/json-fault.ts'

test('line and column of the fault, and what is wrong there', async t => {
  for (const [text, said] of [
    ['', ': line 1, column 1: it ends too early'],
    ['{"a": "b', ': line 1, column 9: it ends too early'],
    ['{"a":1,}', ': line 1, column 8: expected double-quoted property name'],
    ['{"a":1\n "b":2}', ": line 2, column 2: expected ',' or '}' after property value"],
    ['{\n "a": undefined\n}', ': line 2, column 7: unexpected "u"'],
    ['[1,2,,3]', ': line 1, column 6: unexpected ","'],
    ['{"a":\n\n  // c\n 1}', ': line 3, column 3: unexpected "/"'],
    ['{"prompt": "say "hi""}', ": line 1, column 18: expected ',' or '}' after property value"],
    ['{"a":1} x', ': line 1, column 9: unexpected non-whitespace character'],
  ])
    t.equal(jsonFault(text!), said!, text!)
})

test('a fault behind much text is found, and nothing is searched for in very long ones', async t => {
  const rows = Array.from({ length: 5_000 }, (_, n) => `{"n": ${n}}`)
  t.equal(jsonFault(`[${rows.join(',\n')},\n{"n": oops}]`), ': line 5001, column 7: unexpected "o"')
  t.equal(jsonFault(`["${'x'.repeat(300_000)}" oops]`), '')
})

test('nothing that was sent is repeated but a character', async t => {
  t.notMatch(jsonFault('{"password": secret-word}'), /secret/)
})
