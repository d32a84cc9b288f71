// The memories of the simulation answer as those in PostgreSQL do.
import { newId } from '../../domain/ids.ts'
import { SimulatedClock } from '../../runtime/clock.ts'
import { memoryContract } from '../contracts/memory.ts'
import { type AttemptOf, Memories } from './world/memories.ts'

memoryContract(() => {
  const clock = new SimulatedClock(Date.UTC(2026, 10, 27))
  const rows = new Map<string, NonNullable<ReturnType<AttemptOf>>>()
  return {
    memories: new Memories(
      () => clock.now(),
      id => rows.get(id),
    ),
    clock,
    newPlace: async () => ({
      ...{ organizationId: newId('organization'), workflowId: newId('workflow'), name: null },
    }),
    execution: async (_, { id = newId('execution'), status = 'running', forkedFrom = null }) => {
      rows.set(id, { status, forkedFrom: rows.get(id)?.forkedFrom ?? forkedFrom })
      return id
    },
  }
})
