// What an address of the list of approvals says.
import { oneOf, parameters, type RawSearch } from '../../app/search.ts'

export const approvalStatuses = ['pending', 'approved', 'denied', 'expired', 'cancelled'] as const

export function approvalsSearch(raw: RawSearch) {
  return parameters({ status: oneOf(raw['status'], approvalStatuses) })
}
