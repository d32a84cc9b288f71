// docs/reference/diagnostics.md: every diagnostic, with a prompt or plan that has it and the message that it
// gets.
import type { DiagnosticCode } from '../../domain/plan/diagnostics.ts'
import { diagnosticCodes } from '../../domain/plan/diagnostics.ts'
import { diagnosedExample } from './diagnostic-examples.ts'
import { code, page, plain, table } from './markdown.ts'

export function diagnosticsPage(): string {
  const codes = Object.keys(diagnosticCodes) as DiagnosticCode[]
  const rows = codes.map(name => [
    `[${code(name)}](#${name.toLowerCase()})`,
    diagnosedExample(name).severity,
    diagnosticCodes[name].meaning,
  ])
  return page(
    'Diagnostics',
    'domain/plan/diagnostics.ts',
    `What planner and compiler say of a prompt or a plan. An \`error\` keeps the workflow from running (\`needs_review\`); a \`question\` and an \`info\` do not. Each names the
step and field (\`path\`), the place in the prompt (\`span\`) and sometimes \`candidates\`, and \`fixes\`: at most three whole prompts (\`{title, prompt}\`), each to take in place of the one that was written. \`POST /api/v1/workflows/plan\` tries a prompt without saving it.`,
    table(['code', 'severity', 'meaning'], rows),
    ...codes.map(section),
  )
}

function section(name: DiagnosticCode): string {
  const { meaning, instead } = diagnosticCodes[name]
  const { severity, said, message } = diagnosedExample(name)
  return [
    `## ${name}`,
    `${meaning}. Severity: ${code(severity)}.`,
    `\`\`\`text\n${said}\n\`\`\``,
    `> ${plain(message)}`,
    `Instead: ${instead}.`,
  ].join('\n\n')
}
