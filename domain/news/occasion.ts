// An occasion: what has happened, as far as notifications tell it. It is kept as JSON with each
// notification, so that the text can be made, and changed, whenever it is read
// (domain/news/notification-words.ts).
// 1. Texts that others wrote are cut to one bounded line. They arrive scrubbed of secrets; of a webhook's
//    URL only the host is kept.
// 2. Occasions of one subject share a notification: the same workflow failing in the same way, the same
//    step asking, the same server.
import { createHash } from 'node:crypto'
import { notificationBounds } from './notification.ts'

export type Occasion =
  | {
      readonly kind: 'execution.failed'
      readonly executionId: string
      readonly workflowId: string
      readonly workflowName: string
      readonly error: { readonly message: string; readonly step: string | null; readonly code: string }
    }
  | {
      readonly kind: 'approval.requested'
      readonly approvalId: string
      readonly stepId: string
      readonly workflowId: string
      readonly workflowName: string
      readonly message: string
    }
  | {
      readonly kind: 'approval.decided'
      readonly approvalId: string
      readonly stepId: string
      readonly workflowId: string
      readonly workflowName: string
      readonly message: string
      readonly status: 'approved' | 'denied' | 'expired'
      /** Who decided, for a person to read. */
      readonly by: string | null
      readonly note: string | null
    }
  | {
      readonly kind: 'usage.warning' | 'usage.threshold' | 'usage.limit_reached'
      /** 202611 for November 2026. */
      readonly period: number
      readonly limit: number
      readonly used: number
    }
  | {
      readonly kind: 'budget.reached'
      readonly scope: 'execution' | 'workflow' | 'key'
      readonly limit: number
      readonly executionId: string
      readonly workflowId: string
      readonly workflowName: string
    }
  | {
      readonly kind: 'subscription.changed'
      readonly plan: string
      readonly planInForce: string
      readonly status: string
      /** When the plan in force ends, Unix ms; null: it does not. */
      readonly endsAt: number | null
    }
  | {
      readonly kind: 'tool_server.down' | 'tool_server.recovered' | 'tool_server.quarantined'
      readonly serverId: string
      readonly name: string
      readonly error: string | null
    }
  | {
      readonly kind: 'webhook.failing'
      readonly webhookId: string
      readonly host: string
      readonly error: string | null
    }
  | {
      readonly kind: 'canary.failing'
      readonly workflowId: string
      readonly workflowName: string
      readonly version: number
      /** Of the executions that ended, how many failed. */
      readonly failed: number
      readonly ended: number
    }
  | {
      readonly kind: 'schedule.refused'
      readonly workflowId: string
      readonly workflowName: string
      readonly error: { readonly code: string; readonly message: string }
    }

/** A text that somebody else wrote, cut to one bounded line. */
export function excerpt(text: string, length: number = notificationBounds.textLength): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  return line.length <= length ? line : `${line.slice(0, length - 1).toWellFormed()}…`
}

/** The subject of an occasion: the same for occasions that share a notification. */
export function subjectOf(occasion: Occasion): string {
  const { kind } = occasion
  switch (kind) {
    case 'execution.failed': {
      const { message, step, code } = occasion.error
      const error = JSON.stringify([code, stepOf(step ?? ''), signatureOf(message)])
      return `${kind}/${occasion.workflowId}/${createHash('sha256').update(error).digest('base64url').slice(0, 22)}`
    }
    case 'approval.requested':
      return `${kind}/${occasion.workflowId}/${stepOf(occasion.stepId)}`
    case 'approval.decided':
      return `${kind}/${occasion.workflowId}/${stepOf(occasion.stepId)}/${occasion.status}`
    case 'usage.warning':
    case 'usage.limit_reached':
      return `${kind}/${occasion.period}`
    case 'usage.threshold':
      return `${kind}/${occasion.period}/${occasion.used >= occasion.limit ? 100 : 80}`
    case 'budget.reached':
      return `${kind}/${occasion.scope}/${occasion.workflowId}`
    case 'subscription.changed':
      return kind
    case 'tool_server.down':
    case 'tool_server.recovered':
    case 'tool_server.quarantined':
      return `${kind}/${occasion.serverId}`
    case 'webhook.failing':
      return `${kind}/${occasion.webhookId}`
    case 'canary.failing':
      return `${kind}/${occasion.workflowId}/${occasion.version}`
    case 'schedule.refused':
      return `${kind}/${occasion.workflowId}/${occasion.error.code}`
  }
}

/** The step of the plan, without the round of its loops: `pay_all.each[2].pay` is `pay_all.each[].pay`. */
function stepOf(path: string): string {
  return excerpt(path.replace(/\[\d+\]/g, '[]'), 300)
}

/** A message without what differs from one failure to the next: quoted texts, ids, numbers. */
function signatureOf(message: string): string {
  return message
    .slice(0, 2_000)
    .replace(/"[^"]*"|'[^']*'|`[^`]*`/g, '""')
    .replace(/https?:\/\/\S+/g, 'url')
    .replace(/\b[a-z]+_[0-9a-z]{26}\b/g, 'id')
    .replace(/\b(?=[0-9a-f-]*\d)[0-9a-f]{4,}(?:-[0-9a-f]+)*\b/gi, '0')
    .replace(/\d+(?:[.,:]\d+)*/g, '0')
}
