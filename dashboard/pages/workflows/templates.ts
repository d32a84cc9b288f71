// Prompts to begin with: each runs without a credential, and but for one without a network. The page to write
// a workflow offers all of them (`?template=<id>`), and those that are like a prompt which is not understood;
// the home page of a new organization offers the first three. test/dashboard/templates.test.ts plans, runs
// and finishes each with its inputs.

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
    also: 'table filter search rows invoices biggest top expensive list',
    prompt: `1. Parse {{inputs.orders}} as CSV and call it orders
2. Keep the orders where the amount is at least {{inputs.minimum}} and call it large
3. Sort the large orders by amount, largest first
4. Return the result`,
    inputs: { orders, minimum: 100 },
  },
  {
    id: 'invitations',
    title: 'Write to each guest',
    description: 'Goes through a list, five at a time, and writes a line for each.',
    also: 'each every people names letter email mail write create message list everyone',
    prompt: `1. Parse {{inputs.guests}} as CSV and call it guests
2. For each guest in the guests, 5 at a time:
   - Set invitation to "Dear {{guest.name}}, your table is number {{guest.table}}."
3. Return the result of step 2`,
    inputs: { guests: 'name,table\nAda,1\nGrace,1\nLinus,2\nMargaret,3' },
  },
  {
    id: 'payment-approval',
    title: 'Ask before a large payment',
    description: 'Small payments go through; an owner decides about large ones.',
    also: 'me approval confirm permission pay money invoice budget before allow boss manager',
    prompt: `If {{inputs.amount}} is more than 500, ask an owner to approve "Pay {{inputs.amount}} EUR to {{inputs.payee}}?"
Then return "Paid {{inputs.amount}} EUR to {{inputs.payee}}"`,
    inputs: { amount: 750, payee: 'Analytical Engines Ltd' },
  },
  {
    id: 'sales-goal',
    title: 'Compare sales with a goal',
    description: 'Adds up a file of orders, and says whether the goal is reached.',
    also: 'add up total amounts sum revenue money target average calculate',
    prompt: `1. Parse {{inputs.orders}} as CSV and call it orders
2. Sum the amount of the orders and call it total
3. If the total is more than {{inputs.goal}}, return "Goal reached: {{total}}". Otherwise, return "Not yet: {{total}}"`,
    inputs: { orders, goal: 500 },
  },
  {
    id: 'orders-per-customer',
    title: 'Count orders by customer',
    description: 'Groups the lines of a file, and counts each group.',
    also: 'group statistics report rows table many how',
    prompt: `1. Parse {{inputs.orders}} as CSV and call it orders
2. Return the number of orders per customer`,
    inputs: { orders },
  },
  {
    id: 'addresses',
    title: 'Collect the e-mail addresses in a text',
    description: 'Finds every address, removes the repetitions and sorts the rest.',
    also: 'extract get emails search pick regular',
    prompt: `1. Find the pattern "[a-z.]+@[a-z.]+[a-z]" in {{inputs.text}} and call it addresses
2. Remove the duplicates from the addresses
3. Return the result`,
    inputs: { text: 'Write to ada@example.com or grace@example.com. Ada (ada@example.com) answers first.' },
  },
  {
    id: 'two-at-once',
    title: 'Do two things at once',
    description: 'Two branches wait beside each other; look at the run while it is under way.',
    also: 'parallel same time both simultaneously',
    prompt: `In parallel:
- Wait 2 seconds
- Wait 3 seconds
Then return "Both are done, {{inputs.name}}"`,
    inputs: { name: 'Ada' },
  },
  {
    id: 'reminder',
    title: 'Wait, then say what is due',
    description: 'A run that pauses costs nothing, and goes on after a restart.',
    also: 'remind me seconds minutes later timer pause sleep then',
    prompt: `1. Wait 3 seconds
2. Return "It is time to {{inputs.task}}"`,
    inputs: { task: 'water the plants' },
  },
  {
    id: 'discount',
    title: 'Choose a discount',
    description: 'Conditions, one after another: the first that holds decides.',
    also: 'decide choose price cheap when else percent',
    prompt: `If {{inputs.total}} is at least 1000, return "20 percent".
Otherwise, if {{inputs.total}} is at least 200, return "10 percent".
Otherwise, return "no discount"`,
    inputs: { total: 450 },
  },
  {
    id: 'greeting',
    title: 'Say hello',
    description: 'The shortest workflow: a text with an input in it.',
    also: 'tell show print write greet hi message text welcome answer joke',
    prompt: 'Return "Hello {{inputs.name}}"',
    inputs: { name: 'Ada' },
  },
  {
    id: 'words',
    title: 'Count the words of a text',
    description: 'One tool, one input, one number.',
    also: 'how many number length characters letters lines summarize analyze',
    prompt: 'Count the words in {{inputs.text}} and return the result',
    inputs: { text: 'A prompt becomes a plan, and the plan runs.' },
  },
  {
    id: 'names',
    title: 'Sort a list of names',
    description: 'Takes a list, and gives it back from A to Z.',
    also: 'order alphabetically alphabet list words array things',
    prompt: 'Sort {{inputs.names}} alphabetically and return the result',
    inputs: { names: ['Linus', 'Ada', 'Grace'] },
  },
  {
    id: 'miles',
    title: 'Calculate with a number',
    description: 'Turns miles into kilometres.',
    also: 'convert multiply divide add plus times math compute currency euros dollars celsius kilometers random',
    prompt: 'Multiply {{inputs.miles}} by 1.609 and return the result',
    inputs: { miles: 26.2 },
  },
  {
    id: 'time',
    title: 'Tell the time',
    description: 'Asks a tool, and returns what it says.',
    also: 'what day date today now clock current hour week',
    prompt: 'Get the current time and return it',
    inputs: {},
  },
  {
    id: 'every-morning',
    title: 'Do something every morning',
    description: 'Starts by itself at eight o’clock, once it is saved.',
    also: 'daily day week weekly monday schedule cron hour remind me send at',
    prompt: 'Every weekday at 8, return "Good morning. Today: water the plants."',
    inputs: {},
  },
  {
    id: 'web-page',
    title: 'Look at a web page',
    description: 'Fetches an address, and returns what it answered. It needs a network.',
    also: 'website url http https internet online check title download open get weather news api site',
    prompt: 'Fetch {{inputs.address}} and return its status',
    inputs: { address: 'https://example.com' },
  },
]
