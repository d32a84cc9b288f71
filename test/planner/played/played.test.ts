// A slice of the recorded answers of a played model (played.long.ts replays all of them): the real planner
// asks over HTTP, and what its plans do is judged as the corpus judges the reader.
import { test } from 'tap'
import { blocks } from '../../../domain/plan/blocks/blocks.ts'
import { isMiss, knownIds, surprises } from './known.ts'
import { notPlayed, openPlay, playDomain } from './play.ts'
import {
  further,
  furtherKinds,
  inOtherWords,
  kindsIn,
  mistaken,
  mistakes,
  slicedDomains,
  sliceIds,
  translated,
} from './slice.ts'

for (const playing of slicedDomains())
  test(`${playing.domain.slug}: what was played is right at the first answer`, async t => {
    const all = await playDomain(playing, await openPlay(t))
    t.ok(all.length > 2)
    t.strictSame(surprises(all), [])
    for (const { prompt, rounds, compilation } of all)
      t.match({ rounds, by: compilation?.plannedBy }, { rounds: 1, by: 'model' }, prompt.id)
  })

/** Nobody answers these here: another workflow, a thread with code, a model that calls tools. */
const unanswered = ['agent', 'code', 'workflow']

test('the slice has every kind of step', async t => {
  const sliced = slicedDomains()
  const kinds = kindsIn([...sliced, ...translated.map(inOtherWords), ...furtherKinds.map(further)])
  t.strictSame([...kinds, ...unanswered].sort(), Object.keys(blocks).sort())
  t.equal(sliced.flatMap(({ prompts }) => prompts).length, sliceIds.length, 'all of the slice is there')
})

for (const each of furtherKinds)
  test(`${each.prompt.id}: what nobody needed in the corpus is right, too`, async t => {
    const [one] = await playDomain(further(each), await openPlay(t))
    t.match(one, { verdict: 'right', rounds: 1, compilation: { plannedBy: 'model' } }, one!.why)
  })

for (const each of translated)
  test(`in ${each.language} the same comes of it, and each quote is found in the request`, async t => {
    const [one] = await playDomain(inOtherWords(each), await openPlay(t))
    t.match(one, { verdict: 'right', rounds: 1, compilation: { plannedBy: 'model' } }, one!.why)
    const shown = one!.entries.filter(({ kind }) => kind === 'effect')
    t.ok(shown.length > 0)
    for (const { quote } of shown) t.ok(quote !== undefined && each.prompt.includes(quote), String(quote))
  })

for (const each of mistakes)
  test(`${each.mistake}: told to the model, and right after one repair`, async t => {
    const play = await openPlay(t)
    const [one] = await playDomain(mistaken(each), play)
    t.match(one, { verdict: 'right', rounds: 2, compilation: { plannedBy: 'model' } }, one!.why)
    const told = play.asked.at(-1)!.body.messages.at(-1)!
    t.match(String(told.content), new RegExp(each.told))
  })

test('what nobody has played is no answer of the model, and a miss that is not known', async t => {
  const { domain, prompts } = slicedDomains()[0]!
  const [one] = await playDomain(
    { domain, prompts: prompts.slice(0, 1), answers: new Map() },
    await openPlay(t),
  )
  t.equal(one!.compilation?.plannedBy, 'reader')
  t.match(JSON.stringify(one!.compilation?.diagnostics), new RegExp(notPlayed))
})

test('a miss that is not known, and a known one that is none any more, are both surprises', async t => {
  const [known = ''] = knownIds()
  const { domain, prompts, answers } = slicedDomains()[0]!
  const [right] = await playDomain({ domain, prompts: prompts.slice(0, 1), answers }, await openPlay(t))
  const missed = { ...right!, verdict: 'refused' as const, why: 'no such field' }
  t.notOk(isMiss(right!))
  t.strictSame(surprises([right!, missed]), [{ id: right!.prompt.id, why: 'refused: no such field' }])
  const of = (judged: typeof right) => ({ ...judged!, prompt: { ...judged!.prompt, id: known } })
  t.strictSame(surprises([of(missed)]), [])
  t.match(surprises([of(right)]), [{ id: known, why: /take it out of known\.json/ }])
})
