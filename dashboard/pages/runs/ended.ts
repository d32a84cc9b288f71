// How a run or a step that failed is shown: a denial is somebody's decision and no failure, and stands there
// by the name of the person.
import { denialIn } from '../../../domain/denial.ts'
import { denied } from '../../words/runs/denial.ts'
import { useNames } from '../approvals/people.ts'

interface Failed {
  readonly status: string
  readonly error: { readonly message: string } | null
}

/** The status to show. */
export function shownStatus({ status, error }: Failed): string {
  return status === 'failed' && error !== null && denialIn(error.message) !== null ? 'denied' : status
}

/** Says the message of an error to people. */
export function useCauseText(): (message: string) => string {
  const nameOf = useNames()
  return message => {
    const denial = denialIn(message)
    return denial === null ? message : denied(denial.by === null ? null : nameOf(denial.by), denial.note)
  }
}
