// docs/reference/errors.md: every refusal of the API, by its code.
import { type FailureCode, failureCodes } from '../../domain/failure.ts'
import { statusOf } from '../../http/pipeline/failures.ts'
import { code, page, table } from './markdown.ts'

export function errorsPage(): string {
  const codes = (Object.keys(failureCodes) as FailureCode[]).sort((a, b) => statusOf[a] - statusOf[b])
  const rows = codes.map(name => [String(statusOf[name]), code(name), failureCodes[name]])
  const own = [
    '500',
    code('internal-error'),
    'A defect of ours; `error` names the request id, under which the log has the cause',
  ]
  const at = codes.findIndex(name => statusOf[name] > 500)
  return page(
    'Errors',
    'domain/failure.ts and http/pipeline/failures.ts',
    `A refusal is \`{"error": "..."}\` for people, with a word for programs in the header \`X-Error-Code\` and the request's id in \`X-Request-Id\`. Words are never
renamed; new ones may be added. A refusal has done nothing. 429 and 503 say in \`Retry-After\` when to come back.`,
    table(['status', '`X-Error-Code`', 'meaning'], [...rows.slice(0, at), own, ...rows.slice(at)]),
    `Diagnostics of prompts and plans have codes of their own: see [diagnostics](diagnostics.md). What the command line ends with: [exit codes](exit-codes.md).`,
  )
}
