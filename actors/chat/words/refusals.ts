// What the service refuses, as one sentence with what to do.
import type { Refusal } from './calls.ts'
import { type Said, say } from './talk.ts'
import { plain } from './text/markdown.ts'

export function sayRefusal({ code, message, facts }: Refusal): Said {
  return say(sentence(code, plain(message, 500), facts))
}

function sentence(code: string, message: string, facts: Refusal['facts']): string {
  switch (code) {
    case 'quota-exceeded': {
      const { limit } = facts
      const all =
        typeof limit === 'number'
          ? `All ${limit} runs of this month are used up`
          : 'The runs of this month are used up'
      return `${all}. Upgrade the plan, or wait for the next month.`
    }
    case 'forbidden':
      return `You may not do that: ${message}. Ask an admin of your organization.`
    case 'unauthenticated':
      return 'Your sign-in has ended. Sign in again, and say it once more.'
    case 'not-found':
      return `That is not there (any more): ${message}.`
    case 'conflict':
    case 'execution-ended':
    case 'precondition-failed':
      return `That cannot be done now: ${message}.`
    case 'workflow-needs-review':
      return `It cannot run yet: ${message}. Say "describe it" to see the plan.`
    case 'rate-limited':
    case 'overloaded':
    case 'unavailable':
      return `The service is busy: ${message}. Nothing was done; say it again in a moment.`
    case 'validation-failed':
    case 'bad-request':
      return `That was refused: ${message}. Say it another way.`
    default:
      return `That did not work: ${message}.`
  }
}
