// What is wrong in a text is told all at once: each fault where it is, with what was expected there.
import { test } from 'tap'
import { read } from '../../../language/notation/read.ts'

const text = `Strat every day at 09:00 in UTC.
Start when the hook is called.
Start every wekday at 09:00 in UTC.
The inputs are {"type": "object",}.
The whole run may take 5 minuets at most.
1. Call http_get.
   url "https://example.com"
   method: "GET"
   header: {"a": }
2. Cal http_get with url: "x".
3. If inputs.a > 1:
   1. Retrun 1.
   2. Return {{steps.a}
5. Call x with a: 1. It may take 5 seconds at most. Call it y.
6. Call x with a: 1 Titled "y".
7. Run the JavaScript below.
   \`\`\`ts
   return 1
   \`\`\`
8. For each item of the list {{a}}.
   1. Stop the run here.
9. Repeat until {{a}}, 5 times at most:
   1. Stop the run here.
10. Call x.
   If this fails:
   1. Stop the run here.
nonsense
11. Return null.
`

/** By line and column; what was found stands behind it. */
const expected: readonly (readonly [number, number, string])[] = [
  [1, 1, 'expected a step, as "1. ", or a line that begins with "Start ", found "Strat every day'],
  [2, 1, 'expected one of "Start by hand alone", "Start every ", "Start by the cron ", '],
  [3, 13, 'expected one of day, weekday, weekend, Monday, '],
  [4, 34, 'expected a text in quotes, found "}."'],
  [5, 25, 'expected one of days, hours, minutes, seconds, milliseconds, found " minuets at most."'],
  [7, 4, 'expected an argument, as name: value, or "If that fails:", found "url '],
  [9, 18, 'expected a value: JSON, {{cel}} or secret <name>, found "}"'],
  [10, 4, 'expected a step that begins with "Call ", found "Cal http_get'],
  [11, 7, 'expected an expression in {{ }}, found "inputs.a > 1:"'],
  [12, 7, 'expected a step that begins with "Return ", found "Retrun 1."'],
  [13, 23, 'expected "}}", found "}"'],
  [14, 1, 'expected the number 4, found 5'],
  [14, 53, 'expected no "Call it " here: each sentence stands once, in the order "Call it ", "Titled ", '],
  [15, 20, 'expected "." after the sentence, found " Titled '],
  [17, 1, 'expected ```js after 3 blanks'],
  [20, 36, 'expected ":" at the end of the line, found the end of the line'],
  [25, 4, 'expected "If that fails", found "If this fails:"'],
  [27, 1, 'expected a step, as "1. ", or more blanks before what belongs to the step above, found "nons'],
]

test('all faults are told at once, each once, at its line and column, with what was expected', async t => {
  const told = read(text).errors.map(({ line, column, message }, index) => [
    line,
    column,
    message.slice(0, expected[index]?.[2].length),
  ])
  t.strictSame(told, expected)
})

const wrong: readonly (readonly [string, string])[] = [
  ['1. If {{a}}:\n     1. Stop the run here.\n   2. Return 1.\n', '3:4: expected 0 blanks before the step'],
  ['1. If {{a}}:\n   1. Stop the run here.\n     2. Return 1.\n', '3:6: expected no step here'],
  ['1. If {{a}}:\n\t1. Stop the run here.\n', '2:1: expected nothing but blanks before the line'],
  ['1. If {{a}}:\n\u00a0\u00a01. Stop the run here.\n', '2:1: expected nothing but blanks'],
  ['1. Return 1.\n3. Return 2.\n4. Return 3.\n', '2:1: expected the number 2, found 3'],
  ['Start by hand alone.\nStart every day at 09:00 in UTC.\n', '2:1: expected no start beside'],
  ['Start every day at 09:00 in UTC.\nStart by hand alone.\n', '2:1: expected another start, or the end'],
  ['Start every day at 09:00 in UTC. Titled "x".\n', '1:34: expected the end of the line'],
  ['This is version 1 of the plan language.\n', '1:1: expected one of the versions'],
  [
    'Start every 45 minutes in UTC.\n',
    '1:13: expected one of 1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, or a cron',
  ],
  ['Start every 90 minutes in UTC.\n', '1:13: expected one of 1, 2, 3, '],
  ['Start every 5 hours in UTC.\n', '1:13: expected one of 1, 2, 3, 4, 6, 8, 12, or a cron'],
  ['1. Call x.\n   a: 1\n   a: 2\n', '3:4: expected another name than a'],
  ['1. Call x with a: 1, a: 2.\n', '1:22: expected another name than a'],
  ['1. Call x with a: 1 and b: 2.\n', '1:20: expected ", " before another argument'],
  ['1. Call x with a: 1, 2.\n', '1:22: expected a name, found "2."'],
  ['1. Call x with a: 1.\n   b: 2\n', '2:4: expected no argument here: they stand all'],
  ['1. Call x.\n   a below\n   ```text\n   b\n   ```\n   c: 1\n', '2:4: expected an argument'],
  ['1. Return {"a": 1, "a": 2}.\n', '1:20: expected a name that stands once in the object'],
  ['1. Return \u201ca\u201d.\n', '1:11: expected a text in straight quotes, as "text"'],
  ["1. Return ['a'].\n", '1:12: expected a text in straight quotes, as "text"'],
  ['1. Stop the run here. Titled \u201ca\u201d.\n', '1:30: expected a text in straight quotes, as "text"'],
  ['1. Return {inputs.a}.\n', '1:12: expected a name in quotes; an expression is {{cel}}'],
  ['1. Return 1e999.\n', '1:11: expected a number that is not too large'],
  ['1. Return below.\n   ```text\n   a\n', '2:4: expected ``` at the end of the block'],
  ['1. If {{a}}:\n   1. Stop.\n', '2:7: expected a step that begins with "Stop the run here"'],
  ['1. If {{a}}:\n   Otherwise:\n   Otherwise:\n', '3:4: expected "If that fails"'],
  ['The inputs are below\n```json\n{}\n```\n', '1:21: expected "."'],
]

for (const [said, fault] of wrong) {
  test(`one fault, told once: ${JSON.stringify(said)}`, async t => {
    const told = read(said).errors.map(({ line, column, message }) => `${line}:${column}: ${message}`)
    t.equal(told.length, 1, told.join('\n'))
    t.equal(told[0]?.slice(0, fault.length), fault)
  })
}
