import { type Projection, projectionOf } from '../../domain/work/projection.ts'
import { MemoryJournal } from '../../runtime/memory-journal.ts'
import { journalContract } from '../contracts/journal.ts'
import { projectionContract } from '../contracts/projections.ts'
import { wakingContract } from '../contracts/wakeups.ts'

function open(): MemoryJournal<Projection> {
  const journal = new MemoryJournal<Projection>()
  journal.refuse = ({ projections }) => {
    const execution = projectionOf(projections, 'execution')
    return execution?.type === 'started' && execution.charge.limit === 0
      ? { code: 'quota-exceeded', message: 'monthly limit of 0 executions reached', facts: { limit: 0 } }
      : null
  }
  return journal
}

journalContract(open)

projectionContract(() => {
  const journal = open()
  return { journal, isWritten: async projection => journal.projections.includes(projection) }
})

wakingContract(() => {
  const journal = open()
  return { journal, toWake: async (which, after, limit) => journal.toWake(which, after, limit) }
})
