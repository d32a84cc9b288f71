// Where documented sentences are planned and run: the built-in tools, beside them the server that a sentence
// is about, in this process and without a network.
import type { Plan } from '../../domain/plan/plan.ts'
import type { HubTool } from '../../domain/tools/tool.ts'
import type { RegisteredServer } from '../../domain/tools/tool-server.ts'
import { builtinTools } from '../../rpc/builtin/builtin-tools.ts'
import { noCredentials } from '../../rpc/credentials/no-credentials.ts'
import { firstPartyServers } from '../../rpc/first-party/first-party.ts'
import type { FirstPartyServer } from '../../rpc/first-party/first-party-server.ts'
import { createHub } from '../../rpc/hub.ts'
import { createFirstPartyCalls } from '../../rpc/marketplace/first-party-calls.ts'
import { createOutboundSocket } from '../../rpc/outbound/outbound-socket.ts'
import type { PromptDomain } from '../planner/corpus/prompts.ts'
import { runPlan } from '../planner/corpus/run-plan.ts'
import { findWritings } from '../planner/corpus/sentences.ts'
import { noNetwork, openShop, type Shop } from '../planner/corpus/shop.ts'
import { organizationId } from '../support/execution.ts'
import type { DocumentedRun, RunResult } from './documented.ts'

export interface Workshop extends Pick<Shop, 'hub' | 'begin'> {
  readonly tools: readonly HubTool[]
}

/** @param server slug of a first-party server or of a fixture domain, `example`, or absent for none */
export async function openWorkshop(server?: string): Promise<Workshop> {
  if (server === undefined) return openShop({ ...example, tools: [] })
  if (server === example.slug) return openShop(example)
  const installed = firstPartyServers.find(({ slug }) => slug === server)
  if (installed !== undefined) return withInstalled(installed)
  const [domain] = findWritings({ named: [server] })
  return openShop(domain!)
}

export async function ran(
  plan: Plan,
  { inputs, decide }: Omit<DocumentedRun, 'result'>,
  workshop: Workshop,
): Promise<RunResult> {
  const day = 86_400_000
  const run = await runPlan(plan, { tools: workshop, inputs, decide, lastsMs: day })
  const effects = run.calls.filter(({ isEffect }) => isEffect).map(({ tool, args }) => [tool, args] as const)
  return { status: run.status, output: run.output, ...(effects.length > 0 && { effects }) }
}

/** The server that docs/guides/tool-servers.md starts, as far as a sentence says it. */
const example: PromptDomain = {
  ...{ slug: 'example', title: 'Example', data: {}, prompts: [] },
  tools: [
    {
      ...{ name: 'echo', description: 'Gives back the text', annotations: { readOnlyHint: true } },
      inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
      answer: { echo: true },
    },
  ],
}

async function withInstalled(server: FirstPartyServer): Promise<Workshop> {
  const { slug, name, version, tools } = server
  const registered: RegisteredServer = {
    ...{ id: 'srv_1', organizationId, name, slug, url: `catalog:${slug}`, enabled: true, tools },
    ...{ protocol: 'plain', status: 'healthy', error: null, lastCheckedAt: null, createdAt: 0 },
    catalog: { toolId: slug, slug, version, settings: {} },
  }
  const hub = createHub({
    builtins: builtinTools,
    directory: {
      list: async () => [registered],
      find: (_, wanted) => (wanted === slug ? registered : null),
    },
    outbound: noNetwork,
    firstParty: createFirstPartyCalls({
      servers: [server],
      outbound: noNetwork,
      sockets: createOutboundSocket('open'),
      credentials: noCredentials,
    }),
  })
  return { hub, tools: await hub.list(organizationId), begin: () => [] }
}
