// For operators: the nodes of the cluster.
import { ClusterState } from '../../observation/cluster-state.ts'
import { route } from '../../pipeline/route.ts'

export const clusterRoutes = [
  route('GET /api/v1/cluster', {
    summary: 'Get the nodes of the cluster',
    description:
      'As the node that answers sees them: versions, shards, who drains and who is out of reach. A server that is alone is a cluster of one. For operators, as `/metrics`: send METRICS_TOKEN as the bearer token; when it is not set, only this machine can ask.',
    tag: 'operations',
    public: true,
    returns: ClusterState,
  }).handle(({ request }, { metrics, cluster }) => {
    metrics.admit(request)
    return cluster()
  }),
]
