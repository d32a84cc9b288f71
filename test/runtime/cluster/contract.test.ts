// The contract of engines, held by three nodes together: all is asked of the first, and actors live on any.
import { systemClock } from '../../../runtime/clock.ts'
import { tcpNetwork } from '../../../runtime/cluster/tcp-network.ts'
import type { Engine } from '../../../runtime/engine.ts'
import { MemoryJournal } from '../../../runtime/memory-journal.ts'
import { type EngineLife, type EngineOptions, engineContract } from '../../contracts/engine.ts'
import { turns } from '../../support/actors/host.ts'
import { type ClusterOptions, TestCluster } from '../../support/cluster/test-cluster.ts'
import { reportingWorld } from '../../support/counter-engine.ts'
import { freePort } from '../../support/servers/free-port.ts'

type Teardown = { teardown(end: () => unknown): unknown }

async function threeNodes(
  t: Teardown,
  options: EngineOptions = {},
  network: Pick<ClusterOptions, 'networkOf' | 'addresses'> = {},
): Promise<EngineLife> {
  const { isFenced = false, desk, journal = new MemoryJournal() } = options
  const performed: string[] = []
  const heard: string[] = []
  const cluster = await TestCluster.start(t, 3, {
    ...{ clock: systemClock, journal, isFenced, ...network },
    ...(desk !== undefined && { desk }),
    world: (_, served) =>
      reportingWorld({ performed: what => performed.push(what), heard: () => {} }, served),
  })
  const nodes = [...cluster.nodes]
  const [first] = nodes
  // Notices about links are of the cluster itself: no engine promises them.
  const isOfLinks = (what: string) => what.includes('"type":"cut"')
  for (const node of nodes) node.heard.push = what => (isOfLinks(what) ? heard.length : heard.push(what))
  const { changed, told } = first!
  return {
    ...{ engine: together(nodes.map(node => node.engine)), hosts: nodes.length, journal },
    ...{ performed, heard, changed, told },
    kill: address => cluster.ownerOf(address).kill(address),
    settle: () => turns(),
  }
}

/** What is asked of one node, and the figures of all. */
function together(engines: readonly Engine[]): Engine {
  const { system } = engines[0]!
  return {
    system,
    get isReady() {
      return engines.every(engine => engine.isReady)
    },
    get load() {
      const loads = engines.map(engine => engine.load)
      const restarts = loads.reduce((sum, load) => sum + load.restarts, 0)
      return { restarts, slots: loads.flatMap(({ slots }) => slots) }
    },
    unfence: () => engines.forEach(engine => void engine.unfence()),
    endWaits: () => engines.forEach(engine => void engine.endWaits()),
    async stop() {
      await Promise.all(engines.map(engine => engine.stop()))
    },
  }
}

engineContract('three nodes', threeNodes)

engineContract('three nodes over TCP', async (t, options) => {
  const ports = [await freePort(), await freePort(), await freePort()]
  const addresses = ports.map(port => `127.0.0.1:${port}`)
  return threeNodes(t, options, { addresses, networkOf: tcpNetwork })
})
