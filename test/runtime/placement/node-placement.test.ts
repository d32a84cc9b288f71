import { MemoryPlacementTable } from '../../../runtime/placement/memory-placement.ts'
import { placementContract } from '../../contracts/placement.ts'

placementContract('in memory', async () => {
  let table: MemoryPlacementTable | null = null
  return {
    async open(clock) {
      table ??= new MemoryPlacementTable(clock)
      const store = table.store()
      return { store, cut: async () => store.cut() }
    },
  }
})
