// The text of a notification: title, body and link, made from its latest occasion and from how often it has
// happened. Plain text: whoever shows it as HTML has to escape it.

import { denialIn } from '../denial.ts'
import { shownLine, shownText } from '../shown/shown.ts'
import type { Occasion } from './occasion.ts'

export interface Words {
  readonly title: string
  readonly body: string
  /** Path in the dashboard; it shows, and never decides anything. */
  readonly link: string | null
}

/** Names and texts that others wrote hide nothing in it; a message of an approval stands in quotes. */
export function wordsOf(occasion: Occasion, count: number): Words {
  const { title, body, link } = told(occasion, count)
  return { title: shownLine(title), body, link }
}

function told(occasion: Occasion, count: number): Words {
  const times = count === 1 ? '' : ` ${count} times`
  switch (occasion.kind) {
    case 'execution.failed':
      return failureWords(occasion, count)
    case 'approval.requested':
      return requestWords(occasion, count)
    case 'approval.decided':
      return decisionWords(occasion, count)
    case 'usage.warning':
    case 'usage.threshold':
    case 'usage.limit_reached':
      return limitWords(occasion)
    case 'budget.reached':
      return budgetWords(occasion, count)
    case 'subscription.changed':
      return subscriptionWords(occasion)
    case 'tool_server.down':
      return serverWords(
        occasion,
        `The tool server ${occasion.name} ${count === 1 ? 'is' : 'went'} down${times}`,
      )
    case 'tool_server.recovered':
      return serverWords(occasion, `The tool server ${occasion.name} has recovered${times}`)
    case 'tool_server.quarantined':
      return serverWords(occasion, `Tools of ${occasion.name} have changed and are quarantined`)
    case 'webhook.failing':
      return {
        title: `The webhook to ${occasion.host} is failing`,
        body: shownLine(occasion.error ?? 'Its deliveries have failed for a day.'),
        link: `/settings/webhooks/${occasion.webhookId}`,
      }
    case 'schedule.refused':
      return {
        title: `The schedule of ${occasion.workflowName} started nothing${times}`,
        body: shownLine(occasion.error.message),
        link: `/workflows/${occasion.workflowId}/triggers`,
      }
    case 'canary.failing':
      return {
        title: `Version ${occasion.version} of ${occasion.workflowName} failed too often and gets no executions any more`,
        body: `${occasion.failed} of ${occasion.ended} of its executions failed. The active version gets all again.`,
        link: `/workflows/${occasion.workflowId}`,
      }
  }
}

type Of<K extends Occasion['kind']> = Extract<Occasion, { readonly kind: K }>

function failureWords(
  { workflowId, workflowName, executionId, error }: Of<'execution.failed'>,
  count: number,
): Words {
  const step = error.step === null ? '' : `Step ${error.step}: `
  const denial = error.code === 'approval-denied' ? denialIn(error.message) : null
  const happened = denial === null ? 'failed' : 'was denied'
  const why = denial === null ? error.message : (denial.note ?? 'An approval was denied.')
  return {
    title: `${workflowName} ${happened}${count === 1 ? '' : ` ${count} times`}`,
    body: shownLine(`${step}${why}`),
    link:
      count === 1 ? `/runs/${executionId}` : `/runs?${new URLSearchParams({ workflowId, status: 'failed' })}`,
  }
}

function requestWords({ approvalId, workflowName, message }: Of<'approval.requested'>, count: number): Words {
  return count === 1
    ? {
        title: `${workflowName} asks for your approval`,
        body: shownText(message),
        link: `/approvals/${approvalId}`,
      }
    : {
        title: `${workflowName} asks for ${count} approvals`,
        body: `The latest: ${shownText(message)}`,
        link: '/approvals?status=pending',
      }
}

function decisionWords(
  { approvalId, workflowName, message, status, by, note }: Of<'approval.decided'>,
  count: number,
): Words {
  const what = status === 'expired' ? 'expired' : `was ${status}`
  const title =
    count === 1
      ? `An approval of ${workflowName} ${what}`
      : `${count} approvals of ${workflowName} ${status === 'expired' ? 'expired' : `were ${status}`}`
  const who = by === null ? '' : ` By ${shownLine(by)}.`
  const why = note === null || note === '' ? '' : ` ${shownText(note)}`
  return { title, body: `${shownText(message)}${who}${why}`, link: `/approvals/${approvalId}` }
}

function limitWords({ kind, period, limit, used }: Of<`usage.${string}` & Occasion['kind']>): Words {
  const link = '/settings/billing'
  if (kind !== 'usage.limit_reached') {
    const percent = Math.floor((used / Math.max(1, limit)) * 100)
    return {
      title: `${percent} % of the executions of this month are used`,
      body: `${used} of ${limit} executions were started in ${monthOf(period)}.`,
      link,
    }
  }
  return {
    title: `The limit of ${limit} executions a month is reached`,
    body: `Executions start again on the first day of ${monthOf(nextPeriod(period))} (UTC), or with another plan.`,
    link,
  }
}

const budgetOwners = { execution: 'of an execution', workflow: 'of the workflow', key: 'of an API key' }

function budgetWords(occasion: Of<'budget.reached'>, count: number): Words {
  const { scope, limit, executionId, workflowId, workflowName } = occasion
  const query = new URLSearchParams({ workflowId, status: 'awaiting_approval' })
  return {
    title: `${workflowName} has stopped: its budget is used up`,
    body: `The budget ${budgetOwners[scope]} is ${limit} compute units. ${count === 1 ? 'The execution asks' : `${count} executions ask`} to raise it.`,
    link: count === 1 ? `/runs/${executionId}` : `/runs?${query}`,
  }
}

function subscriptionWords({ plan, planInForce, status, endsAt }: Of<'subscription.changed'>): Words {
  const until = endsAt === null ? '' : ` until ${new Date(endsAt).toISOString().slice(0, 10)}`
  const title =
    status === 'past_due'
      ? `A payment for the plan ${plan} is due`
      : `The organization is on the plan ${planInForce}`
  return { title, body: `The plan ${planInForce} is in force${until}.`, link: '/settings/billing' }
}

function serverWords(
  { serverId, error }: Of<`tool_server.${string}` & Occasion['kind']>,
  title: string,
): Words {
  return { title, body: shownLine(error ?? ''), link: `/settings/mcp-servers/${serverId}` }
}

const monthName = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** @param period 202611 for November 2026 */
function monthOf(period: number): string {
  return monthName.format(Date.UTC(Math.floor(period / 100), (period % 100) - 1))
}

function nextPeriod(period: number): number {
  return period % 100 === 12 ? period + 89 : period + 1
}
