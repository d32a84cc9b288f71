import { SimulatedClock } from '../../../runtime/clock.ts'
import { MemoryPlacementTable } from '../../../runtime/placement/memory-placement.ts'
import type { StoreBench } from '../../contracts/placement-store.ts'
import { placementStoreContract } from '../../contracts/placement-store.ts'
import { turns } from '../../support/actors/host.ts'

placementStoreContract('in memory', async (): Promise<StoreBench> => {
  const table = new MemoryPlacementTable(new SimulatedClock())
  const texts: string[] = []
  return {
    async open() {
      const store = table.store()
      return {
        store,
        cut: async () => store.cut(),
        commit: (incarnation, text) => table.commit(incarnation, async () => void texts.push(text)),
        async beginCommit(incarnation, text) {
          const { promise, resolve } = Promise.withResolvers<void>()
          const commit = table.commit(incarnation, async isAborted => {
            await promise
            if (!isAborted()) texts.push(text)
          })
          commit.catch(() => {})
          return () => {
            resolve()
            return commit
          }
        },
      }
    },
    committed: async () => texts,
    moment: () => turns(1),
  }
})
