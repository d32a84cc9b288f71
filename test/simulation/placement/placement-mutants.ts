// Defects for the cluster that places shards (test/simulation/mutants.ts says how they are used).
import type { Mutant } from '../mutants.ts'

const file = (name: string) => `runtime/placement/${name}.ts`
const placement = { run: 'placement/run.ts' } as const

export const placementMutants: readonly Mutant[] = [
  {
    ...placement,
    name: 'takes no share lock',
    file: file('memory-placement'),
    find: 'this.#commits.add(open)',
    replace: '',
  },
  {
    ...placement,
    name: 'has no deadline of its own',
    file: file('own-deadline'),
    find: 'return this.#clock.elapsed() < this.#at',
    replace: 'return this.#at > -Infinity',
  },
  {
    ...placement,
    name: 'counts its deadline from the answer',
    file: file('node-placement'),
    find: 'this.#deadline.renew(sentAt)',
    replace: 'this.#deadline.renew(this.#clock.elapsed())',
  },
  {
    ...placement,
    name: 'trusts itself as long without its session',
    file: file('node-placement'),
    find: 'if (this.#isMember) this.#deadline.cut()',
    replace: '',
  },
  {
    ...placement,
    name: 'buries without ending sessions',
    file: file('memory-placement'),
    find: "commit.abort(new Error('the session was ended'))",
    replace: 'void commit',
  },
  {
    ...placement,
    name: 'hands over before the commit in flight',
    file: file('node-placement'),
    find: 'await this.#events.release(given)',
    replace: 'void this.#events.release(given)',
  },
  {
    ...placement,
    name: 'claims at any epoch',
    file: file('memory-placement'),
    find: 'return row.epoch === epoch && (from === undefined || row.owner === from)',
    replace: 'return from === undefined || row.owner === from',
  },
  {
    ...placement,
    name: 'claims what is not free',
    file: file('node-placement'),
    find: 'return heirs[shard] === incarnation && isFree(row, rows.members)',
    replace: 'return heirs[shard] === incarnation && row.owner !== incarnation',
  },
  {
    ...placement,
    name: 'takes for dead whoever could not beat',
    file: file('observations'),
    find: 'const isGone = wasPresent && !row.isPresent',
    replace: 'const isGone = !row.isPresent',
  },
  {
    ...placement,
    name: 'buries nobody',
    file: file('node-placement'),
    find: 'for (const dead of this.#observations.dead(now)) void this.#bury(dead)',
    replace: '',
  },
  {
    ...placement,
    name: 'looks at the rows when it is told only',
    file: file('node-placement'),
    find: 'if (this.#isStale || epochs !== known || !isSame(members, this.#rows.members)) void this.#arrange()',
    replace: 'void epochs',
  },
  {
    ...placement,
    name: 'keeps what it had when it is buried',
    file: file('node-placement'),
    find: 'this.#cancelBeat()\n    this.#own.clear()\n    this.#leaving.clear()',
    replace: 'this.#cancelBeat()',
  },
]
