// Words that once got lost, each for the law that holds it now: what nobody reads is refused, with a
// neighbour beside it that reads.
import { test } from 'tap'
import type { HubTool } from '../../../domain/tools/tool.ts'
import { builtins, everything } from './catalog.ts'
import { argumentsOf, ready, toolsOf } from './given.ts'

const domains = await toolsOf('crm', 'helpdesk', 'projects', 'shop', 'clinic')

/** What is wrong, and what is right in its place, by the tools at hand. */
const laws: readonly (readonly [
  law: string,
  tools: readonly HubTool[],
  wrong: readonly string[],
  right: readonly string[],
])[] = [
  [
    'a service that is named is one that is called',
    everything,
    [
      'Print the Teams card {{inputs.card}}',
      'Get the Discord message {{inputs.text}}',
      'Print the GitHub issues of "acme/shop"',
      'Keep Slack blocks {{inputs.layout}} with text "Report"',
    ],
    ['Send the Teams card {{inputs.card}}', 'Get the GitHub issues of "acme/shop"'],
  ],
  [
    'what is only told of holds no word that restricts',
    domains.get('helpdesk')!,
    [
      'I want to know what tickets cost without us: list the open tickets and return their ids',
      'I want to know unless it is late: list the open tickets and return their ids',
    ],
    ['I want to know what tickets cost us: list the open tickets and return their ids'],
  ],
  [
    'nothing is done without what it is done with, and one thing is not all so',
    domains.get('clinic')!,
    [
      'Post without this in #front-desk: "Open the doors."',
      'If appointment {{inputs.id}} is all cancelled, confirm it',
      'If appointment {{inputs.id}} is all cancelled or no_show, confirm it',
    ],
    [
      'Post this in #front-desk: "Open the doors."',
      'If appointment {{inputs.id}} is cancelled or no_show, confirm it',
    ],
  ],
  [
    'what is to be made is no field of what it is made of',
    everything,
    [
      'Get a CSV file of {{inputs.orders}} named "x"',
      'Get duplicates from {{inputs.rows}} by email',
      'List the JSON from {{inputs.before}} to {{inputs.after}}',
    ],
    ['Remove duplicates from {{inputs.rows}} by email', 'Make a CSV file of {{inputs.orders}} named "x"'],
  ],
  [
    'a particle stands with a verb that takes it',
    builtins,
    ['Get up the total of {{inputs.orders}}', 'Fetch over {{inputs.url}}'],
    ['Add up the total of {{inputs.orders}}', 'Sum the total of {{inputs.orders}} up'],
  ],
  [
    'one figure of many is named, and an address is no page',
    builtins,
    [
      'Get the total of {{inputs.orders}}',
      'Print https://example.com',
      'Set a DELETE to https://example.com',
    ],
    ['Get the totals of {{inputs.orders}}', 'Fetch https://example.com', 'Set greeting to "Hi". Return it'],
  ],
  [
    'a built-in tool is called by what introduces its values, or not at all',
    builtins,
    [
      'Read {{inputs.note}} as base64',
      'Read {{inputs.names}} with " and "',
      'Find {{inputs.payload}} from base64',
      'Write the first 2 items of {{inputs.orders}}',
      'Fetch {{inputs.order}} as JSON',
      'Keep {{inputs.orders}} by country',
    ],
    [
      'Write {{inputs.order}} as JSON',
      'Fetch {{inputs.url}} as JSON',
      'Find the pattern "a+" in {{inputs.note}}',
    ],
  ],
  [
    'what is there is not made anew, and one is not many',
    everything,
    [
      'Open the GitHub issues of "acme/shop"',
      'List the GitHub issue 7 of "acme/shop"',
      'Find the GitLab issue 7 of "acme/shop"',
    ],
    ['Open a GitHub issue titled "x" in "acme/shop"', 'Get the GitHub issue 7 of "acme/shop"'],
  ],
  [
    'what is said of a figure, of a group or of an order is never passed over',
    domains.get('projects')!,
    [
      'avg estimated blorfing of all tasks, split by priority',
      'avg estimated hours of all tasks, before split by priority',
      'Return the title of the task with all biggest estimate in project {{inputs.project}}',
      'We need the hours of all time entries summed up, and the result should be rounded to one decimal blorfing.',
    ],
    ['avg estimated hours of all tasks, split by priority'],
  ],
  [
    'groups have no exception, and an order has one name',
    domains.get('crm')!,
    ['Return the sum of the amounts of all won deals except grouped by owner_id.'],
    ['Return the sum of the amounts of all won deals grouped by owner_id.'],
  ],
  [
    'a field that is of some of them is no figure of all',
    domains.get('helpdesk')!,
    [
      'Find the agent in the team {{inputs.team}} who has the fewest tickets and assign ticket {{inputs.ticketId}} to them.',
    ],
    [
      'Find the agent in the team {{inputs.team}} who has the fewest open tickets and assign ticket {{inputs.ticketId}} to them.',
    ],
  ],
  [
    'a list is sorted by what it has',
    domains.get('shop')!,
    [
      'Get the products of the category {{inputs.category}}. Sort them by stock, blorfing biggest stock first. Then return just their names.',
      'List of blorfing ids: {{inputs.ids}}. Return the list.',
    ],
    [
      'Get the products of the category {{inputs.category}}. Sort them by stock, the biggest stock first. Then return just their names.',
    ],
  ],
  [
    'one thing is not all of it',
    domains.get('clinic')!,
    ['Get the appointment {{inputs.id}}. If it is all booked, confirm it.'],
    ['Get the appointment {{inputs.id}}. If it is booked, confirm it.'],
  ],
]

for (const [law, tools, wrong, right] of laws)
  test(law, async t => {
    for (const prompt of wrong) t.equal(ready(prompt, tools), null, prompt)
    for (const prompt of right) t.not(ready(prompt, tools), null, prompt)
  })

test('a placeholder goes where its name says, and a noun that repeats it says nothing more', async t => {
  const url = 'to https://a.example.com'
  const sent = (prompt: string) => argumentsOf(ready(prompt, builtins)!)
  t.match(sent(`Post {{inputs.text}} ${url}`), '"text":{"$":"inputs.text"}')
  t.match(sent(`Post {{inputs.body}} ${url}`), '"body":{"$":"inputs.body"}')
  t.match(sent(`Post the order {{inputs.order}} ${url}`), '"body":{"$":"inputs.order"}')
  t.equal(ready(`Post the order {{inputs.customer}} ${url}`, builtins), null)
})
