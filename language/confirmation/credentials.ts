// Entries of the kind `credential`: which stored secret goes to which host or server.
import type { Step } from '../../domain/plan/plan.ts'
import { secretPlaces } from '../../domain/plan/secret-places.ts'
import { shownText } from '../../domain/shown/shown.ts'
import { offeredName } from '../../domain/tools/tool.ts'
import type { Finding } from '../../domain/work/confirming/entry.ts'
import { bounded } from './argument-lines.ts'
import { effectOf, type Material, quoteOf } from './material.ts'
import { computedIn, partsOf } from './pieces.ts'

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

/** The server of the tool, or the host that its URL names for certain; null: it is computed. */
function leadsTo({ server, args }: Extract<Step, { kind: 'tool' }>): string | null {
  if (server !== null) return server
  const { url = null } = args
  if (typeof url === 'string') return hostOf(url)
  const computed = computedIn(url)
  const [first] = computed?.kind === '$t' ? partsOf(computed.text) : []
  return first?.type === 'text' ? hostOfBeginning(first.text) : null
}

/**
 * Of a URL that goes on with what is computed: only what stands behind the end of a host leaves it as it is.
 */
function hostOfBeginning(text: string): string | null {
  const whole = /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#\\]+[/?#\\]/i.exec(text)
  return whole === null ? null : hostOf(whole[0])
}

/** As whoever sends the request reads it. */
function hostOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).hostname || null : null
}
