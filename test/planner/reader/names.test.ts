// Names in prompts: of tools, with and without backticks, of people and cities, of services that nobody
// knows. A name is never taken for an address, and a tool that is not there is said to be not there.
import { test } from 'tap'
import { plainTool, readerOf, readWithBuiltins } from '../../support/planned.ts'

const ms = { type: 'object', properties: { ms: { type: 'number' } }, required: ['ms'] }
const read = readerOf([
  plainTool('test__slow', 'Waits, then answers', [], { inputSchema: ms }),
  plainTool('test__greet', 'Greets somebody', ['name']),
  plainTool('test__say_hello', 'Says hello to somebody', ['name']),
  plainTool('weather__forecast', 'Gets the forecast of a city', ['city'], { effect: 'read' }),
  plainTool('mail__send_email', 'Send an e-mail to somebody', ['to', 'subject', 'body']),
])

test('a tool is called by its name alone', t => {
  const slow = { server: 'test', tool: 'slow', args: { ms: 500 } }
  for (const prompt of [
    'Call slow with ms 500',
    'Call slow with ms 500.',
    'Call slow with ms = 500',
    'Call slow with ms: 500',
    'Run slow with ms 500',
    'Call the tool slow with ms 500',
    'Call test__slow with ms 500',
    'Call `slow` with `ms` 500',
    'Use `test__slow` with ms 500',
    'Every day at 9:00, call slow with ms 500',
  ]) {
    const { steps, errors } = read(prompt)
    t.same(errors, [], prompt)
    t.match(steps, [slow], prompt)
  }
  t.match(read('Call slow with ms 500 and call it waited. Return the waited.').steps, [
    slow,
    { value: { $: 'steps.slow' } },
  ])
  t.match(read('Call slow').errors, [{ code: 'MISSING_ARGUMENT' }])
  t.match(read('Call slow with seconds 5').errors, [{ message: /"slow" takes no "seconds"/ }])
  t.end()
})

test('a name that two tools have is asked for', t => {
  const twice = readerOf([
    plainTool('one__slow', 'Waits', [], { inputSchema: ms }),
    plainTool('two__slow', 'Waits', [], { inputSchema: ms }),
  ])
  t.match(twice('Call slow with ms 5').errors, [{ message: /one__slow or two__slow/ }])
  t.match(twice('Call two__slow with ms 5').steps, [{ server: 'two' }])
  t.end()
})

test('a tool that is not there is said to be not there', t => {
  for (const [prompt, name] of [
    ['Call `nope__read` with path "/x"', 'nope__read'],
    ['Call `nope__read`', 'nope__read'],
    ['Use `nope__read` with path "/x"', 'nope__read'],
    ['Run the tool `nope` with path "/x"', 'nope'],
    ['Call nope__read with path "/x"', 'nope__read'],
    ['Call nope_read with url https://example.com', 'nope_read'],
    ['Every day at 9:00, call `nope__read` with path "/x"', 'nope__read'],
    ['Fetch https://example.com. Call `files__write` with text "a". Return "b".', 'files__write'],
  ] as const) {
    const [first] = read(prompt).errors
    t.match(first, { code: 'UNKNOWN_TOOL', message: new RegExp(`^there is no tool "${name}"`) }, prompt)
    t.equal(prompt.slice(...first!.span!).replaceAll('`', ''), name)
  }
  t.match(read('Call `http_get` with path "/x"').errors, [{ message: /http_get.? takes no "path"/ }])
  t.end()
})

test('a name is what a tool takes that asks for one', t => {
  for (const [prompt, tool, args] of [
    ['Greet Ada.', 'greet', { name: 'Ada' }],
    ['Greet Ada Lovelace', 'greet', { name: 'Ada Lovelace' }],
    ['Please greet José.', 'greet', { name: 'José' }],
    ['Greet "ada"', 'greet', { name: 'ada' }],
    ['Say hello to Grace', 'say_hello', { name: 'Grace' }],
  ] as const) {
    const { steps, errors } = read(prompt)
    t.same(errors, [], prompt)
    t.match(steps, [{ tool, args }], prompt)
  }
  t.match(read('Greet Ada, then wait 5 minutes, then greet Bob.').steps, [
    { args: { name: 'Ada' } },
    { kind: 'wait' },
    { args: { name: 'Bob' } },
  ])
  t.match(read('Greet Ada and return the result').steps, [{}, { value: { $: 'steps.greet' } }])
  for (const prompt of [
    'Greet ada',
    'Greet Monday',
    'Greet Tomorrow',
    'Greet Ada tomorrow',
    'Greet everybody',
  ])
    t.not(read(prompt).errors.length, 0, prompt)
  t.end()
})

test('a service that no tool is of is no address', t => {
  for (const service of [
    'Slack',
    'Discord',
    'Dropbox',
    'Mattermost',
    'Rocket.Chat',
    '"Slack"',
    'the Slack channel',
  ])
    for (const prompt of [
      `Post "Good morning" to ${service}`,
      `Every weekday at 9:00, post "Good morning" to ${service}`,
      `Post {{inputs.text}} to ${service}`,
    ])
      for (const reader of [readWithBuiltins, read]) {
        const [first] = reader(prompt).errors
        t.match(
          first,
          { code: 'UNKNOWN_ACTION', message: /no tool works with ".+": connect .* or write a URL/ },
          prompt,
        )
      }
  for (const prompt of [
    'Send "Hello" to Teams',
    'Put "x" to Dropbox',
    'Post "x" to the URL "slack"',
    'Post "x" to "localhost:3000"',
    'Share {{inputs.text}} on LinkedIn',
    'Fetch https://example.com and post the result to Slack',
    'Get https://example.com. If the status is not 200, post "down" to Slack.',
  ])
    t.not(read(prompt).errors.length, 0, prompt)
  for (const url of ['https://example.com/hook', '"https://{{inputs.host}}/x"', '{{inputs.url}}'])
    t.match(read(`Post "x" to ${url}`).steps, [{ tool: 'http_request', args: { body: 'x' } }], url)
  t.end()
})
