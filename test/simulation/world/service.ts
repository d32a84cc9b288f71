// What a process of the product offers to people and readers, over an engine of one process or of a node of a
// cluster.
import { Admission } from '../../../actors/admission.ts'
import { executionClient, whenAtRest } from '../../../actors/execution/client.ts'
import { executionLog } from '../../../actors/execution/reading/execution-log.ts'
import type { ActorSystem, EngineLoad } from '../../../runtime/engine.ts'
import { silentLog } from '../../../runtime/log.ts'
import { organizationId } from '../../support/execution.ts'
import type { Thread } from '../scheduler.ts'
import type { ServiceParts } from './hosts.ts'

export interface ServiceEngine {
  readonly main: Thread
  readonly system: ActorSystem
  /** As of the hosts' last beats. */
  readonly load: () => EngineLoad
  /** Is it this process that admits what is queued? */
  readonly leads: () => boolean
}

export class Service {
  readonly main: Thread
  readonly system: ActorSystem
  readonly client: ReturnType<typeof executionClient>
  readonly executionLog: ReturnType<typeof executionLog>
  readonly #engine: ServiceEngine

  constructor({ database, workflows, limits }: ServiceParts, engine: ServiceEngine) {
    const { main, system } = engine
    this.#engine = engine
    this.main = main
    this.system = system
    const journal = database.journal(main)
    this.client = executionClient(system)
    this.executionLog = executionLog({
      system,
      clock: main,
      read: (address, after, limit) => journal.read(address, after, limit),
      readShort: (address, after, limit) => journal.read(address, after, limit),
      loadPlan: versionId => database.ask(main, 'reads a plan', () => workflows.planOf(versionId)),
    })
    if (limits.organization === null) return
    // Lets what is queued begin, as far as the limit goes.
    new Admission({
      leads: engine.leads,
      clock: main,
      log: silentLog,
      organizations: async () => [organizationId],
      read: () => database.queue(main, limits),
      admit: this.client.admit,
      whenAtRest: (id, callback) => whenAtRest(system, id, callback),
    }).start()
  }

  get isAlive(): boolean {
    return this.main.isAlive
  }

  get load(): EngineLoad {
    return this.#engine.load()
  }
}
