// The contract of journals for projections: the rows that a commit writes beside its entry. A new kind of
// projection adds one example here, and all laws apply to it.

import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'tap'
import { newId } from '../../domain/ids.ts'
import { columnsOf } from '../../domain/work/approval-subject.ts'
import type { Projection, ProjectionKind, ProjectionOf } from '../../domain/work/projection.ts'
import { type Commit, type Journal, SeqTaken } from '../../runtime/journal.ts'
import { at, entryOf, originOf, startOf } from './journal.ts'

export interface ProjectingJournal {
  readonly journal: Journal<Projection>
  /** Are its rows there? */
  isWritten(projection: Projection): Promise<boolean>
}

interface Owner {
  readonly address: string
  readonly organizationId: string
}

/** One of each kind, with rows of its own. */
const examples: { readonly [K in ProjectionKind]: (owner: Owner) => ProjectionOf<K> } = {
  execution: owner => startFor(owner, null),
  approvals: ({ address, organizationId }) => ({
    kind: 'approvals',
    origin: originOf(organizationId),
    decided: [],
    requested: [
      {
        ...{ id: newId('approval'), organizationId, message: 'Go?', decidedArgs: null },
        ...columnsOf({ kind: 'execution', executionId: address, stepId: 'ask' }),
        ...{ tool: null, args: null, digest: 'd', assignees: '[]', form: null, status: 'pending' },
        ...{ requestedAt: at, expiresAt: null, decidedAt: null, decidedBy: null, note: null },
      },
    ],
  }),
  chat: ({ address, organizationId }) => ({
    kind: 'chat',
    session: {
      ...{ id: address, organizationId, owner: newId('user'), title: 'Hello', workflowId: null },
      ...{ createdAt: at, lastMessageAt: at, messageCount: 1, deletedAt: null },
    },
    messages: [
      {
        ...{ id: newId('message'), number: 1, sessionId: address, organizationId, role: 'user' },
        ...{ status: 'complete', content: 'Hello', parts: '[]', executionId: null, createdAt: at },
      },
    ],
  }),
}

const kinds = Object.keys(examples) as ProjectionKind[]

function startFor({ address, organizationId }: Owner, limit: number | null): ProjectionOf<'execution'> {
  const [start] = startOf(organizationId, limit, { id: address }).projections
  assert.ok(start?.kind === 'execution')
  return start
}

interface Planned {
  readonly kinds: readonly ProjectionKind[]
  /** It starts an execution past the limit of its organization. */
  readonly isRefused: boolean
}

function commitOf({ kinds, isRefused }: Planned): Commit<Projection> {
  const owner = { address: newId('execution'), organizationId: newId('organization') }
  const own = kinds.filter(kind => !isRefused || kind !== 'execution').map(kind => examples[kind](owner))
  const projections = isRefused ? [startFor(owner, 0), ...own] : own
  return { ...entryOf(owner.address, 1), projections }
}

const commits = fc.array(fc.record({ kinds: fc.subarray(kinds), isRefused: fc.boolean() }), {
  minLength: 1,
  maxLength: 5,
})

export function projectionContract(open: () => ProjectingJournal): void {
  const { journal, isWritten } = open()

  async function written(commit: Commit<Projection>): Promise<boolean[]> {
    return Promise.all(commit.projections.map(isWritten))
  }

  for (const kind of kinds) {
    test(`a commit with a projection of the kind ${kind} writes its rows, and those of no other commit`, async t => {
      const [own, other] = [0, 1].map(() => commitOf({ kinds: [kind], isRefused: false }))
      t.strictSame(await written(own!), [false])
      await journal.commit([own!, entryOf(newId('bulk'), 1)])
      t.strictSame([await written(own!), await written(other!)], [[true], [false]])
    })
  }

  test('actors of kinds without projections write entries and nothing else', async t => {
    const entry = entryOf(newId('bulk'), 1)
    t.equal((await journal.commit([entry])).size, 0)
    t.equal((await journal.read(entry.address)).length, 1)
  })

  test('whatever kinds meet in a commit: what is refused leaves no row of any kind, all else is written', async () => {
    const property = fc.asyncProperty(commits, async plans => {
      const all = plans.map(commitOf)
      const refusals = await journal.commit(all)
      for (const [index, commit] of all.entries()) {
        const { isRefused } = plans[index]!
        assert.equal(refusals.has(index), isRefused)
        assert.deepEqual(
          await written(commit),
          commit.projections.map(() => !isRefused),
        )
        assert.equal((await journal.read(commit.address)).length, isRefused ? 0 : 1)
      }
    })
    await fc.assert(property, { numRuns: 60 })
  })

  test('whatever kinds meet in a commit that is not taken: nothing of any kind is written', async () => {
    const property = fc.asyncProperty(commits, fc.nat(), async (plans, place) => {
      const taken = entryOf(newId('execution'), 1)
      await journal.commit([taken])
      const all = plans.map(commitOf)
      await assert.rejects(journal.commit(all.toSpliced(place % (all.length + 1), 0, taken)), SeqTaken)
      for (const commit of all) {
        assert.deepEqual(
          await written(commit),
          commit.projections.map(() => false),
        )
        assert.deepEqual(await journal.read(commit.address), [])
      }
    })
    await fc.assert(property, { numRuns: 60 })
  })
}
