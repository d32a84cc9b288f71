// docs/reference/exit-codes.md: what the command line ends with.
import { byStatus, exitCodeMeanings, exitCodes } from '../../cli/exit-codes.ts'
import { page, table } from './markdown.ts'

export function exitCodesPage(): string {
  const names = Object.keys(exitCodes) as (keyof typeof exitCodes)[]
  const rows = names.map(name => {
    const statuses = Object.keys(byStatus).filter(
      status => status !== '0' && byStatus[Number(status)] === exitCodes[name],
    )
    return [
      String(exitCodes[name]),
      exitCodeMeanings[name],
      name === 'defect' ? 'every other' : statuses.join(', '),
    ]
  })
  return page(
    'Exit codes',
    'cli/exit-codes.ts',
    `\`npx troupe\` ends with one of these. With \`--json\`, standard output is JSON and everything else is on standard error.`,
    table(['code', 'meaning', 'statuses of the API'], rows),
    `The service itself (\`npm start\`, \`npm run backup\`, \`restore\`, \`rotate-keys\`, \`rotate-signing-key\`) ends with 0 when it did what it was asked to, and with 1 and a line on
standard error when it could not.`,
  )
}
