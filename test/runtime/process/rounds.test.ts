// Rounds of work: a call, at any moment, is followed by a round that begins after it.
import { test } from 'tap'
import { Rounds } from '../../../runtime/process/rounds.ts'

test('whoever asks at any moment of the end of a round gets another one', async t => {
  for (let turns = 0; turns < 12; turns++) {
    let begun = 0
    const rounds = new Rounds(async () => {
      begun++
    })
    void rounds.run()
    for (let turn = 0; turn < turns; turn++) await null
    const before = begun
    await rounds.run()
    t.ok(begun > before, `${turns} turns after the first`)
  }
})

test('a round that fails tells who asked, and the next one goes on', async t => {
  let begun = 0
  const rounds = new Rounds(async () => {
    if (++begun === 1) throw new Error('away')
  })
  await t.rejects(rounds.run(), { message: 'away' })
  await rounds.run()
  t.equal(begun, 2)
  await rounds.close()
  await rounds.run()
  t.equal(begun, 2, 'closed')
})
