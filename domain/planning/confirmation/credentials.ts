// Entries of the kind `credential`: which stored secret goes to which host or server.
import type { Step } from '../../plan/plan.ts'
import { secretPlaces } from '../../plan/secret-places.ts'
import { shownText } from '../../shown/shown.ts'
import { offeredName } from '../../tools/tool.ts'
import { bounded } from './argument-lines.ts'
import type { Finding } from './entry.ts'
import { effectOf, type Material, quoteOf } from './material.ts'
import { literalsIn } from './pieces.ts'
import { recipientsIn } from './recipient-forms.ts'

export function credentialFindings(material: Material): readonly Finding[] {
  return material.steps.flatMap(({ step }): readonly Finding[] => {
    if (step.kind !== 'tool') return []
    const names = [...new Set(secretPlaces(step.args).map(({ secret }) => secret.credential))]
    if (names.length === 0) return []
    const called = { field: 'tool', server: step.server, tool: step.tool, effect: step.effect ?? null }
    const to = leadsTo(step)
    return [
      {
        ...{ kind: 'credential', step: step.id, tool: offeredName({ server: step.server, name: step.tool }) },
        effect: effectOf(called, material.find(called)),
        severity: to === null ? 'warning' : 'info',
        says: bounded(`${names.map(name => named(name, material)).join(' and ')} ${goesWords(to)}`),
        ...quoteOf(material, step),
      },
    ]
  })
}

function named(credential: string, { credentials = [] }: Material): string {
  const found = credentials.find(({ id, name }) => id === credential || name === credential)
  return `the credential ${shownText(found?.name ?? credential)}`
}

function goesWords(to: string | null): string {
  return to === null
    ? 'goes to a host that is computed; the credential says which it may be'
    : `goes to ${shownText(to)}`
}

/** The server of the tool, or the host that the arguments name. */
function leadsTo({ server, args }: Extract<Step, { kind: 'tool' }>): string | null {
  if (server !== null) return server
  const { url = null } = args
  const [host] = literalsIn(url).flatMap(({ value }) => recipientsIn(String(value)))
  return host ?? null
}
