// Defects for the whole service on a cluster (test/simulation/mutants.ts says how they are used). Those
// that the placement alone shows are in placement/placement-mutants.ts. One is not here: a node that hands
// to its hosts what others ask for actors that it does not have (runtime/cluster/guest-work.ts), since the
// hosts answer that the actor has moved all the same.
import type { Mutant } from '../mutants.ts'

const cluster = { run: 'run.ts --nodes any' } as const

export const clusterMutants: readonly Mutant[] = [
  {
    ...cluster,
    name: 'takes no share lock for a commit of hosts',
    file: 'runtime/placement/memory-placement.ts',
    find: 'this.#commits.add(open)\n    try',
    replace: 'try',
  },
  {
    ...cluster,
    name: 'lets hosts go on past the own deadline',
    file: 'runtime/cluster/node-standing.ts',
    find: 'return this.#clock.now() < Atomics.load(this.#head, 0)',
    replace: 'return Atomics.load(this.#head, 0) > 0n',
  },
  {
    ...cluster,
    name: 'buries a node and leaves its commits open',
    file: 'runtime/placement/memory-placement.ts',
    find: "for (const commit of this.#commitsOf(incarnation)) commit.abort(new Error('the session was ended'))",
    replace: '',
  },
  {
    ...cluster,
    name: 'frees shards before the commit in flight has ended',
    file: 'runtime/host/host.ts',
    find: 'await Promise.all(commits)\n',
    replace: 'void commits\n',
  },
  {
    ...cluster,
    name: 'releases nothing before shards are freed',
    file: 'runtime/cluster/cluster-engine.ts',
    find: 'await this.#hosts.release(shards)',
    replace: 'void this.#hosts.release(shards)',
  },
  {
    ...cluster,
    name: 'takes messages for shards that leave',
    file: 'runtime/cluster/cluster-engine.ts',
    find: 'standing.mark(shards, false)\n        await',
    replace: 'await',
  },
  {
    ...cluster,
    name: 'keeps its hosts when it is buried',
    file: 'runtime/cluster/cluster-engine.ts',
    find: 'await this.#hosts.lost()',
    replace: '',
  },
  {
    ...cluster,
    name: 'wakes nothing of the shards that it gains',
    file: 'runtime/cluster/cluster-engine.ts',
    find: 'this.#hosts.gained(address => gained.has(shardOf(address)))',
    replace: '',
  },
  {
    ...cluster,
    name: 'decides past the own deadline',
    file: 'runtime/host/host.ts',
    find: 'if (this.#parts.standing!.isAlive) return this.#take(activation, isTimeUp)',
    replace: 'return this.#take(activation, isTimeUp)',
  },
  {
    ...cluster,
    name: 'performs effects past the own deadline',
    file: 'runtime/host/host.ts',
    find: 'if (this.#parts.standing?.isAlive === false) return this.#awaitRenewal()\n    this.#settle(activation)',
    replace: 'this.#settle(activation)',
  },
  {
    ...cluster,
    name: 'tries effects again past the own deadline',
    file: 'runtime/host/outside.ts',
    find: 'if (this.#standing?.isAlive === false) callOff = wait(bounds.renewalMs)\n          else end()',
    replace: 'end()',
  },
  {
    ...cluster,
    name: 'never goes on when the deadline was renewed',
    file: 'runtime/host/host.ts',
    find: "for (const activation of this.#activations.all) if (activation.phase === 'idle') this.#hold(activation)",
    replace: '',
  },
  {
    ...cluster,
    name: 'takes asks for any actor into its hosts',
    file: 'runtime/system/serve.ts',
    find: 'if (!isForActor || options.standing!.owns(head.address)) take(head, payload)',
    replace: 'if (!isForActor || options.standing) take(head, payload)',
  },
  {
    ...cluster,
    name: 'asks nothing again when a link has ended',
    file: 'runtime/cluster/peer.ts',
    find: "for (const { settle } of [...this.#asks.values()]) settle(new Moved(), '')",
    replace: '',
  },
  {
    ...cluster,
    name: 'says of every repeated ask that it is fresh',
    file: 'runtime/cluster/router.ts',
    find: 'options.isFresh === true && attempt === 0',
    replace: 'options.isFresh === true',
  },
  {
    ...cluster,
    name: 'watches nothing anew when the owner has changed',
    file: 'runtime/cluster/subscriptions.ts',
    find: 'if (subscription.place === null || subscription.place !== this.#placeOf(subscription))',
    replace: 'if (subscription.place === null)',
  },
  {
    ...cluster,
    name: 'waits for a late start of a child as long as one process needs',
    file: 'actors/execution/effects.ts',
    find: 'const lateStartMs = 40_000',
    replace: 'const lateStartMs = 5_000',
  },
]
