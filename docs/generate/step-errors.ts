// docs/reference/step-errors.md: every code that a step can fail with, by kind.
import {
  type StepErrorCode,
  type StepErrorKind,
  stepErrorKinds,
  stepErrors,
} from '../../domain/tools/failures/step-errors.ts'
import { code, page, table } from './markdown.ts'

export function stepErrorsPage(): string {
  return page(
    'Errors of steps',
    'domain/tools/failures/step-errors.ts',
    `A step that fails has an \`error\`: \`{"code", "message", "step"}\`, with \`tool\` where a tool itself answered: \`{"status", "content"}\`, of at most 8 kB
and without secrets; a longer answer is its beginning, as a text. The steps of its \`onError\` read it (\`error.code == "not-found"\`, \`default(error.tool.status, 0) == 404\`; \`error.tool\` is null where
nobody answered), and so do the [timeline and the events](events.md) of the execution. Codes are never renamed; new ones may be added.`,
    `A step of kind \`workflow\` fails with the code of its workflow, or, when that cannot be started, with one of the [errors of the API](errors.md). What to write into a plan:
[approvals, waits and retries](../guides/approvals-waits-retries.md#retry-a-call).`,
    ...(Object.keys(stepErrorKinds) as StepErrorKind[]).map(section),
  )
}

function section(kind: StepErrorKind): string {
  const its = Object.entries(stepErrors).filter(([, [of]]) => of === kind)
  const rows = its.map(([name, [, meaning, instead]]) => [code(name as StepErrorCode), meaning, instead])
  return `## ${stepErrorKinds[kind]}\n\n${table(['code', 'meaning', 'what to do'], rows)}`
}
