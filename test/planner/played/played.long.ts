// Everything that somebody has answered who played the language model, replayed in this process: what comes
// of it is right but for what is known (known.json), every plan can be shown for confirmation, and the
// shares over all domains hold.
import { test } from 'tap'
import { figuresOf } from '../corpus/figures.ts'
import { totalsLine } from '../corpus/report.ts'
import { knownIds, surprises } from './known.ts'
import { openPlay, type Played, playDomain } from './play.ts'
import { answersTo, playedDomains, readRecorded } from './recorded.ts'

/** Of all that is doable, of all prompts, of all that is to be refused. */
const floors = { right: 0.95, silentlyWrong: 0.02, rightlyRefused: 0.85 } as const

const domains = playedDomains()
const everything: Played[] = []

for (const domain of domains)
  test(`${domain.slug}: what was played is right, but for what is known`, async t => {
    const { prompts, slug } = domain
    const answers = answersTo(prompts, readRecorded(slug))
    const all = await playDomain({ domain, prompts, answers }, await openPlay(t))
    everything.push(...all)
    t.comment(lineOf(slug, all))
    t.strictSame(surprises(all), [])
    const byOthers = all.filter(({ compilation }) => compilation?.plannedBy !== 'model')
    t.strictSame(
      byOthers.map(({ prompt }) => prompt.id),
      [],
      'the model has planned all of it',
    )
    const unshown = all.filter(({ compilation, entries }) => hasEffect(compilation) && entries.length === 0)
    t.strictSame(
      unshown.map(({ prompt }) => prompt.id),
      [],
      'every effect has an entry to confirm',
    )
  })

test('the shares over all domains hold', async t => {
  const { prompts, doable, right, silentlyWrong, readyNotRefused, rightlyRefused, toRefuse } =
    figuresOf(everything)
  t.comment(lineOf('total', everything))
  t.equal(prompts, domains.flatMap(domain => domain.prompts).length)
  t.ok(right / doable >= floors.right, `${right} of ${doable} are right`)
  const wrong = silentlyWrong - readyNotRefused
  t.ok(wrong / prompts <= floors.silentlyWrong, `${wrong} of ${prompts} are silently wrong`)
  t.ok(rightlyRefused / toRefuse >= floors.rightlyRefused, `${rightlyRefused} of ${toRefuse} are refused`)
})

test('what is known is of a prompt that is there', async t => {
  const ids = domains.flatMap(({ prompts }) => prompts.map(({ id }) => id))
  t.strictSame(
    knownIds().filter(id => !ids.includes(id)),
    [],
  )
})

function lineOf(name: string, all: readonly Played[]): string {
  const entries = all.reduce((sum, played) => sum + played.entries.length, 0)
  const repaired = all.filter(({ rounds }) => rounds > 1).length
  return `${totalsLine(name, figuresOf(all))}, repaired ${repaired}, ${entries} entries to confirm`
}

function hasEffect(compilation: Played['compilation']): boolean {
  return /"effect":"(write|destructive)"/.test(JSON.stringify(compilation?.plan ?? null))
}
