import type { Projection } from '../../domain/projection.ts'
import { MemoryJournal } from '../../runtime/memory-journal.ts'
import { journalContract } from '../contracts/journal.ts'

journalContract(() => {
  const journal = new MemoryJournal<Projection>()
  journal.refuse = ({ projection }) =>
    projection?.execution?.type === 'started' && projection.execution.charge.limit === 0
      ? { code: 'quota-exceeded', message: 'monthly limit of 0 executions reached', facts: { limit: 0 } }
      : null
  return journal
})
