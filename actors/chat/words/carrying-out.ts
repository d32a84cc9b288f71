// Carries out a command: one file of this folder for each kind.
import type { Command, Deed } from '../../../language/commands.ts'
import { cancel } from './cancelling.ts'
import { create } from './creating.ts'
import { decide, listApprovals, pointAt } from './deciding.ts'
import { greet, help, sayElsewhere, usage } from './helping.ts'
import { again, retry, run } from './running.ts'
import { describe, listTools, listWorkflows } from './showing.ts'
import { type Said, say, type Talk } from './talk.ts'
import { plain } from './text/markdown.ts'
import { listExecutions, status, why } from './watching.ts'

export async function carryOut(talk: Talk, command: Command): Promise<Said> {
  switch (command.type) {
    case 'help':
      return help(command.topic)
    case 'workflows':
      return listWorkflows(talk, command.about)
    case 'describe':
      return describe(talk, command)
    case 'executions':
      return listExecutions(talk, command)
    case 'status':
      return status(talk, command)
    case 'why':
      return why(talk, command)
    case 'approvals':
      return listApprovals(talk)
    case 'usage':
      return usage(talk)
    case 'tools':
      return listTools(talk, command.about)
    case 'run':
      return run(talk, command)
    case 'again':
      return again(talk, command)
    case 'retry':
      return retry(talk, command)
    case 'cancel':
      return cancel(talk, command)
    case 'create':
      return create(talk, command)
    case 'approve':
    case 'deny':
      return decide(talk, command)
    case 'wonder':
      return wonder(command.deed)
    case 'elsewhere':
      return sayElsewhere(command)
    case 'greeting':
      return greet()
    case 'thanks':
      return say('You are welcome.')
    case 'refrain':
    case 'leave':
      return say('All right, nothing was done.')
    case 'yes':
    case 'no':
      return pointAt(talk)
    case 'place':
      return say('There is no list that this could be of. Say "list workflows" or "recent runs" first.')
  }
}

/** What nobody clearly ordered waits for a yes. */
function wonder(deed: Deed): Said {
  return say(
    `Shall I ${deedWords(deed)}?`,
    [
      ['Yes', 'yes'],
      ['No', 'no'],
    ],
    { question: { type: 'confirm', command: deed } },
  )
}

function deedWords(deed: Deed): string {
  switch (deed.type) {
    case 'run': {
      const name = deed.workflow.by === 'name' ? `**${plain(deed.workflow.said, 100)}**` : 'it'
      return `run ${name}${deed.values === null ? '' : ` with "${plain(deed.values, 200)}"`}`
    }
    case 'again':
      return 'run it again'
    case 'create':
      return 'make that workflow'
    case 'retry':
    case 'cancel':
    case 'approve':
    case 'deny':
      return `${deed.type} it`
  }
}
