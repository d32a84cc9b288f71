import { placementContract } from '../../contracts/placement.ts'
import { ClusterDatabase } from '../../support/cluster-database.ts'

placementContract('in PostgreSQL', async t => {
  const database = await ClusterDatabase.open()
  t.teardown(() => database.close())
  return {
    hasOwnClock: true,
    async open() {
      const node = database.node()
      return { store: node.store, cut: () => database.cut(node, 'node') }
    },
  }
})
