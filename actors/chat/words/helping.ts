// Help, small talk, usage, and what is said about a message that is not understood.
import { type Command, type Elsewhere, momentWords, type Topic } from '../../../language/commands.ts'
import { type Said, say, type Talk } from './talk.ts'
import { bullets, plain } from './text/markdown.ts'

const topics: Readonly<Record<Topic, string>> = {
  run: 'Say "run" and the name: "run order total". Inputs go behind it: "run order total with orders = a, b". I ask for what is missing.',
  create:
    'Say "new workflow:" and what it should do: "new workflow: Fetch https://example.com/orders and return the sum of the amounts". I ask about what I do not understand.',
  approve: 'Say "what waits for me". Then "approve the first one", or "deny it because it is too expensive".',
  cancel: 'Say "cancel it", or "cancel order total".',
  inputs:
    'Say their names: "run order total with orders = a, b and limit = 5". JSON and pasted text work, too.',
  status: 'Say "status", "what is running", "show me the last failed run" or "why is it stuck".',
}

const first: readonly (readonly [string, string])[] = [
  ['Workflows', 'list workflows'],
  ['What is running?', 'what is running'],
  ['What waits for me?', 'what waits for me'],
  ['New workflow', 'new workflow'],
]

export function help(topic: Topic | null): Said {
  if (topic !== null) return say(topics[topic], first)
  const lines = [
    '**list workflows**, **describe** order total',
    '**run** order total **with** orders = a, b; then **again**, **retry**, **cancel it**',
    '**what is running**, **status**, **why is it stuck**, **show me the last failed run**',
    '**what waits for me**, **approve**, **deny because** it is too expensive',
    '**new workflow:** Every Monday at 9 fetch https://example.com and post it to #ops',
    '**usage**, **list tools**',
  ]
  return say(`This is what you can say:\n\n${bullets(lines)}`, first)
}

export function greet(): Said {
  return say('Hello! I run your workflows. Say "help" to see what I understand.', first)
}

const elsewhere: Readonly<Record<Elsewhere, string>> = {
  delete:
    'Workflows are not deleted or renamed from the chat. Do it in the workflow itself. Nothing was changed.',
  change:
    'Workflows are not changed from the chat where no language model answers. Open the workflow and change its prompt. Nothing was changed.',
  schedule:
    'Schedules are not set from the chat. Open the workflow, or make one whose prompt says when: "new workflow: Every Monday at 9 ...". Nothing was changed.',
  all: 'I do one thing at a time, so that nothing happens by accident. Nothing was done: name the one that you mean.',
}

export function sayElsewhere({ what }: Extract<Command, { type: 'elsewhere' }>): Said {
  return say(elsewhere[what], first)
}

/** @param advice what is wrong with it as a prompt; null: nobody would take it for one */
export function unclear(text: string, advice: string | null): Said {
  const asWorkflow = advice === null ? '' : ` If it is to be a workflow: ${plain(advice, 400)}.`
  const near = 'Say one thing, such as "list workflows", "run ..." or "new workflow: ...".'
  return say(`I do not understand "${plain(text, 100)}".${asWorkflow} ${near}`, [...first, ['Help', 'help']])
}

export async function usage(talk: Talk): Promise<Said> {
  const { plan, periodEnd, executions, cu } = await talk.calls.billing()
  const { used, limit = null } = executions
  const left = limit === null ? 'there is no limit' : `${Math.max(0, limit - used)} of ${limit} are left`
  const units = `${cu.used} compute units${cu.included ? ` of ${cu.included}` : ''}`
  return say(
    `This month **${used}** runs were started (${left}), for **${units}**. The plan is ${plain(plan)}; the month ends at ${momentWords(periodEnd)}.`,
  )
}
