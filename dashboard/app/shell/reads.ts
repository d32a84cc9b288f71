// What the frame around every page reads.
import { read } from '../api.ts'

export const reads = {
  approvals: read('GET /api/v1/approvals', { query: { status: 'pending', limit: 100 } }),
  inbox: read('GET /api/v1/notifications/inbox'),
}
