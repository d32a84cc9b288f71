// Talks with the assistant that needs no model, over a small service in memory (dialogues.ts).
import { test } from 'tap'
import { dialogues } from './dialogues.ts'
import { openShop } from './shop.ts'
import { choicesOf, Talking, textOf } from './talking.ts'

for (const [title, exchanges] of Object.entries(dialogues)) {
  test(title, async t => {
    const talk = new Talking(openShop())
    for (const { say, answer = [], choices, does } of exchanges) {
      const before = talk.service.writes.length
      const said = await talk.say(say)
      for (const pattern of answer) t.match(textOf(said), pattern, say)
      if (choices !== undefined) t.strictSame(choicesOf(said), choices, say)
      t.match(talk.service.writes.slice(before), does === undefined ? [] : [does], say)
      t.equal(talk.service.writes.length - before, does === undefined ? 0 : 1, say)
      t.ok(Buffer.byteLength(JSON.stringify(said.memory)) <= 16_384, 'memory is bounded')
    }
  })
}

test('the same message again, as after a crash, changes nothing twice', async t => {
  for (const exchanges of Object.values(dialogues)) {
    const talk = new Talking(openShop())
    for (const { say } of exchanges) {
      talk.service.now += 60_000
      talk.service.message = `${talk.service.writes.length} ${say} ${talk.service.now}`
      await talk.ask(say)
      const { length } = talk.service.writes
      const answer = await talk.ask(say)
      t.equal(talk.service.writes.length, length, say)
      talk.memory = answer.memory
      if (answer.executionId !== null) talk.executionIds.push(answer.executionId)
    }
  }
})
