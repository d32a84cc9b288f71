// Prompts to begin with: each runs without a credential and without a network. The page to write a workflow
// offers all of them (`?template=<id>`), the home page of a new organization the first three.
// test/dashboard/templates.test.ts plans, runs and finishes each with its inputs.

export interface Template {
  /** As addresses say it. */
  readonly id: string
  readonly title: string
  /** One sentence: what one gets. */
  readonly description: string
  readonly prompt: string
  /** What a first run can take. */
  readonly inputs: Readonly<Record<string, string | number>>
}

const orders = 'order,customer,amount\nA-1001,Ada,120\nA-1002,Grace,75.5\nA-1003,Linus,340\nA-1004,Ada,18'

export const templates: readonly Template[] = [
  {
    id: 'large-orders',
    title: 'Find the large orders',
    description: 'Reads a CSV file, keeps the orders above a limit and puts the largest first.',
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
    prompt: `If {{inputs.amount}} is more than 500, ask an owner to approve "Pay {{inputs.amount}} EUR to {{inputs.payee}}?"
Then return "Paid {{inputs.amount}} EUR to {{inputs.payee}}"`,
    inputs: { amount: 750, payee: 'Analytical Engines Ltd' },
  },
  {
    id: 'sales-goal',
    title: 'Compare sales with a goal',
    description: 'Adds up a file of orders, and says whether the goal is reached.',
    prompt: `1. Parse {{inputs.orders}} as CSV and call it orders
2. Sum the amount of the orders and call it total
3. If the total is more than {{inputs.goal}}, return "Goal reached: {{total}}". Otherwise, return "Not yet: {{total}}"`,
    inputs: { orders, goal: 500 },
  },
  {
    id: 'orders-per-customer',
    title: 'Count orders by customer',
    description: 'Groups the lines of a file, and counts each group.',
    prompt: `1. Parse {{inputs.orders}} as CSV and call it orders
2. Return the number of orders per customer`,
    inputs: { orders },
  },
  {
    id: 'addresses',
    title: 'Collect the e-mail addresses in a text',
    description: 'Finds every address, removes the repetitions and sorts the rest.',
    prompt: `1. Find the pattern "[a-z.]+@[a-z.]+[a-z]" in {{inputs.text}} and call it addresses
2. Remove the duplicates from the addresses
3. Return the result`,
    inputs: { text: 'Write to ada@example.com or grace@example.com. Ada (ada@example.com) answers first.' },
  },
  {
    id: 'two-at-once',
    title: 'Do two things at once',
    description: 'Two branches wait beside each other; look at the run while it is under way.',
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
    prompt: `1. Wait 3 seconds
2. Return "It is time to {{inputs.task}}"`,
    inputs: { task: 'water the plants' },
  },
  {
    id: 'discount',
    title: 'Choose a discount',
    description: 'Conditions, one after another: the first that holds decides.',
    prompt: `If {{inputs.total}} is at least 1000, return "20 percent".
Otherwise, if {{inputs.total}} is at least 200, return "10 percent".
Otherwise, return "no discount"`,
    inputs: { total: 450 },
  },
]
