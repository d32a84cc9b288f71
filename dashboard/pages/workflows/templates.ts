// Plans to begin with, in the notation: each runs without a credential, and but for one without a network.
// The page to write a workflow offers all of them (`?template=<id>`), and those that are like a prompt which
// is not understood; the home page of a new organization offers the first three. test/dashboard/
// templates.test.ts plans, runs and finishes each with its inputs.

export interface Template {
  /** As addresses say it. */
  readonly id: string
  readonly title: string
  /** One sentence: what one gets. */
  readonly description: string
  readonly prompt: string
  /** Other words by which people say such things. */
  readonly also?: string
  /** What a first run can take. */
  readonly inputs: Readonly<Record<string, string | number | readonly string[]>>
}

const orders = 'order,customer,amount\nA-1001,Ada,120\nA-1002,Grace,75.5\nA-1003,Linus,340\nA-1004,Ada,18'

export const templates: readonly Template[] = [
  {
    id: 'large-orders',
    title: 'Find the large orders',
    description: 'Reads a CSV file, keeps the orders above a limit and puts the largest first.',
    also: 'table filter search rows invoices biggest top expensive list parse amount least sort',
    prompt: `1. Call csv_parse with text: {{inputs.orders}}. Call it rows.
2. Let kept_orders be {{steps.rows.filter(item, number(item.amount) >= number(inputs.minimum))}}.
3. Call list_sort. Call it sorted.
   list: {{steps.kept_orders}}
   field: "amount"
   order: "descending"
4. Return {{steps.sorted}}.`,
    inputs: { orders, minimum: 100 },
  },
  {
    id: 'invitations',
    title: 'Write to each guest',
    description: 'Goes through a list, five at a time, and writes a line for each.',
    also: 'each every people names letter email mail write create message list everyone invitation dear',
    prompt: `1. Call csv_parse with text: {{inputs.guests}}. Call it rows.
2. For each guest of the list {{steps.rows}}, 5 at a time. Call it each_guest:
   1. Let invitation be "Dear {{guest.name}}, your table is number {{guest.table}}.".
3. Return {{steps.each_guest}}.`,
    inputs: { guests: 'name,table\nAda,1\nGrace,1\nLinus,2\nMargaret,3' },
  },
  {
    id: 'payment-approval',
    title: 'Ask before a large payment',
    description: 'Small payments go through; an owner decides about large ones.',
    also: 'me approval confirm permission pay money invoice budget before allow boss manager ask approve more',
    prompt: `1. If {{number(inputs.amount) > 500}}:
   1. Ask someone among ["owner"] to approve with the message "Pay {{inputs.amount}} EUR to {{inputs.payee}}?".
2. Return "Paid {{inputs.amount}} EUR to {{inputs.payee}}".`,
    inputs: { amount: 750, payee: 'Analytical Engines Ltd' },
  },
  {
    id: 'sales-goal',
    title: 'Compare sales with a goal',
    description: 'Adds up a file of orders, and says whether the goal is reached.',
    also: 'add up total amounts sum revenue money target average calculate more',
    prompt: `1. Call csv_parse with text: {{inputs.orders}}. Call it rows.
2. Let total be {{sum(steps.rows.map(row, number(row.amount)))}}.
3. If {{steps.total > number(inputs.goal)}}:
   1. Return "Goal reached: {{steps.total}}".
   Otherwise:
   1. Return "Not yet: {{steps.total}}".`,
    inputs: { orders, goal: 500 },
  },
  {
    id: 'orders-per-customer',
    title: 'Count orders by customer',
    description: 'Groups the lines of a file, and counts each group.',
    also: 'group statistics report rows table many how number',
    prompt: `1. Call csv_parse with text: {{inputs.orders}}. Call it rows.
2. Call list_group. Call it groups.
   list: {{steps.rows}}
   field: "customer"
3. Let count_per_customer be {{steps.groups.map(group, {"customer": group.key, "count": size(group.items)})}}.
4. Return {{steps.count_per_customer}}.`,
    inputs: { orders },
  },
  {
    id: 'addresses',
    title: 'Collect the e-mail addresses in a text',
    description: 'Finds every address, removes the repetitions and sorts the rest.',
    also: 'extract get emails search pick regular pattern duplicates',
    prompt: `1. Call text_match.
   text: {{inputs.text}}
   pattern: "[a-z.]+@[a-z.]+[a-z]"
2. Let distinct be {{unique(steps.text_match)}}.
3. Return {{steps.distinct}}.`,
    inputs: { text: 'Write to ada@example.com or grace@example.com. Ada (ada@example.com) answers first.' },
  },
  {
    id: 'two-at-once',
    title: 'Do two things at once',
    description: 'Two branches wait beside each other; look at the run while it is under way.',
    also: 'parallel same time both simultaneously',
    prompt: `1. At the same time:
   Do the following:
   1. Wait 2 seconds.
   Do the following:
   1. Wait 3 seconds.
2. Return "Both are done, {{inputs.name}}".`,
    inputs: { name: 'Ada' },
  },
  {
    id: 'reminder',
    title: 'Wait, then say what is due',
    description: 'A run that pauses costs nothing, and goes on after a restart.',
    also: 'remind me seconds minutes later timer pause sleep then time',
    prompt: `1. Wait 3 seconds.
2. Return "It is time to {{inputs.task}}".`,
    inputs: { task: 'water the plants' },
  },
  {
    id: 'discount',
    title: 'Choose a discount',
    description: 'Conditions, one after another: the first that holds decides.',
    also: 'decide choose price cheap when else percent if otherwise total least',
    prompt: `1. If {{number(inputs.total) >= 1000}}:
   1. Return "20 percent".
   Otherwise, if {{number(inputs.total) >= 200}}:
   1. Return "10 percent".
   Otherwise:
   1. Return "no discount".`,
    inputs: { total: 450 },
  },
  {
    id: 'greeting',
    title: 'Say hello',
    description: 'The shortest workflow: a text with an input in it.',
    also: 'tell show print write greet hi message text welcome answer joke',
    prompt: '1. Return "Hello {{inputs.name}}".',
    inputs: { name: 'Ada' },
  },
  {
    id: 'words',
    title: 'Count the words of a text',
    description: 'One tool, one input, one number.',
    also: 'how many number length characters letters lines summarize analyze',
    prompt: `1. Let count be {{size(words(inputs.text))}}.
2. Return {{steps.count}}.`,
    inputs: { text: 'A prompt becomes a plan, and the plan runs.' },
  },
  {
    id: 'names',
    title: 'Sort a list of names',
    description: 'Takes a list, and gives it back from A to Z.',
    also: 'order alphabetically alphabet list words array things',
    prompt: `1. Call list_sort. Call it sorted.
   list: {{inputs.names}}
   order: "ascending"
2. Return {{steps.sorted}}.`,
    inputs: { names: ['Linus', 'Ada', 'Grace'] },
  },
  {
    id: 'miles',
    title: 'Calculate with a number',
    description: 'Turns miles into kilometres.',
    also: 'convert multiply divide add plus times math compute currency euros dollars celsius kilometers random',
    prompt: `1. Let result be {{round(number(inputs.miles) * 1.609, 10)}}.
2. Return {{steps.result}}.`,
    inputs: { miles: 26.2 },
  },
  {
    id: 'time',
    title: 'Tell the time',
    description: 'Asks a tool, and returns what it says.',
    also: 'what day date today now clock current hour week',
    prompt: `1. Call time_now.
2. Return {{steps.time_now}}.`,
    inputs: {},
  },
  {
    id: 'every-morning',
    title: 'Do something every morning',
    description: 'Starts by itself at eight o’clock, once it is saved.',
    also: 'daily day week weekly monday schedule cron hour remind me send at',
    prompt: `Start every weekday at 08:00 in UTC.
1. Return "Good morning. Today: water the plants.".`,
    inputs: {},
  },
  {
    id: 'web-page',
    title: 'Look at a web page',
    description: 'Fetches an address, and returns what it answered. It needs a network.',
    also: 'website url http https internet online check title download open get weather news api site',
    prompt: `1. Call http_get with url: {{inputs.address}}.
2. Return {{steps.http_get.status}}.`,
    inputs: { address: 'https://example.com' },
  },
]
