// What the home page reads. Its route begins with all of it while the script of the page is on its way.
import { read } from '../../app/api.ts'
import { reads as shell } from '../../app/shell/reads.ts'

const dayMs = 24 * 3_600_000
const minuteMs = 60_000
/** Waiting runs that are asked why: more than a person mends at once. */
export const mostAsked = 20
export const underWay = 'queued,running,waiting,awaiting_approval'
const over = 'completed,failed,cancelled'

export const reads = {
  firstWorkflow: read('GET /api/v1/workflows', { query: { limit: 1 } }),
  approvals: shell.approvals,
  waiting: read('GET /api/v1/executions', { query: { status: 'waiting', limit: mostAsked } }),
  underWay: read('GET /api/v1/executions', { query: { status: underWay, limit: 8 } }),
  ended: read('GET /api/v1/executions', { query: { status: over, limit: 6 } }),
}

/** A day ago, to the minute, so that the answer is found again in the cache. */
export function dayAgo(): number {
  return Math.floor((Date.now() - dayMs) / minuteMs) * minuteMs
}

export function failedSince(createdAfter: number) {
  return read('GET /api/v1/executions', { query: { status: 'failed', createdAfter, limit: 100 } })
}

export function homeReads() {
  return [...Object.values(reads), failedSince(dayAgo())]
}
