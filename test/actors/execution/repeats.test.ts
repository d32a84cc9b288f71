// Turns of a repeat: what decides that another follows, when it begins, what the step gives.
import { test } from 'tap'
import type { RepeatBlock } from '../../../domain/plan/blocks/repeat.ts'
import type { Step } from '../../../domain/plan/plan.ts'
import {
  arrived,
  begunLife,
  block,
  broke,
  call,
  cancel,
  done,
  Life,
  returned,
  running,
  set,
  startOf,
} from '../../support/execution.ts'

test('until is asked after each turn, and the step gives the last output of the last turn', async t => {
  const life = begunLife([repeat({ until: 'steps.poll.isDone', most: 5 }, [call('poll')])])
  t.strictSame(life.owed, ['all.turn[0].poll'])
  life.tell(returned('all.turn[0].poll', { isDone: false }))
  t.strictSame(life.owed, ['all.turn[1].poll'])
  t.notOk(Object.hasOwn(life.state.frames, 'all.turn[0]'), 'the turn before is forgotten')
  life.tell(returned('all.turn[1].poll', { isDone: true, url: 'x' }))
  t.match(life.state, { status: 'completed', output: { isDone: true, url: 'x' }, composites: {} })
})

test('until may ask whether a step of the turn failed', async t => {
  const poll = call('poll', {}, { onError: 'continue' })
  const life = begunLife([repeat({ until: '!failed(steps.poll)', most: 5 }, [poll])])
  life.tell(broke('all.turn[0].poll'))
  t.strictSame(life.owed, ['all.turn[1].poll'])
  life.tell(returned('all.turn[1].poll', 'there'))
  t.match(life.state, { status: 'completed', output: 'there' })
})

test('while is asked before the first turn, too, where the steps have given null', async t => {
  const pages = repeat({ while: 'steps.page == null || steps.page.next != null', most: 9 }, [call('page')])
  const life = begunLife([pages])
  life.tell(returned('all.turn[0].page', { next: 'b' }))
  life.tell(returned('all.turn[1].page', { next: null }))
  t.match(life.state, { status: 'completed', output: { next: null } })
  const none = begunLife([repeat({ while: 'inputs.wanted', most: 9 }, [call('page')])], { wanted: false })
  t.match(none.state, { status: 'completed', output: null })
  t.equal(none.owed.length, 0)
})

test('the steps see what the turn before gave, null in the first', async t => {
  const add = set('sum', { $: 'default(before, 0) + 2' })
  const life = begunLife([repeat({ as: 'before', until: 'steps.sum >= 7', most: 9 }, [add])])
  t.match(life.state, { status: 'completed', output: 8 })
  const page = call('page', { at: { $: 'before' } })
  const pages = begunLife([repeat({ as: 'before', until: 'steps.page == null', most: 9 }, [page])])
  const asked = () => Object.values(pages.state.calls).map(({ input }) => input)
  t.strictSame(asked(), [{ at: null }])
  pages.tell(returned('all.turn[0].page', { next: 2 }))
  t.strictSame(asked(), [{ at: { next: 2 } }])
  pages.tell(returned('all.turn[1].page', null))
  t.match(pages.state, { status: 'completed', output: null })
})

test('without a condition there are as many turns as most says', async t => {
  const life = begunLife([repeat({ most: 3 }, [set('one', { $: 'now' })])])
  const turns = life.events.filter(({ type }) => type === 'turn-started')
  t.equal(turns.length, 2, 'after the first')
  t.equal(life.state.status, 'completed')
})

test('a condition that most turns did not settle fails the step, and says so', async t => {
  const until = begunLife([repeat({ until: 'steps.a == 2', most: 2 }, [set('a', 1)])])
  const error = { code: 'not-reached', message: 'until is not true after 2 turns', step: 'all' }
  t.match(until.state, { status: 'failed', error })
  const going = begunLife([repeat({ while: 'true', most: 2 }, [set('a', 1)])])
  t.match(going.state.error, { message: 'while is still true after 2 turns' })
  const handled = { steps: [set('instead', { $: 'error.code' })] }
  const life = begunLife([{ ...repeat({ until: 'false', most: 2 }, [set('a', 1)]), onError: handled }])
  t.match(life.state, { status: 'completed', output: 'not-reached' })
})

test('everyMs is from turn to turn, and the pause is a wait', async t => {
  const life = begunLife([repeat({ until: 'steps.a == 2', most: 9, everyMs: 60_000 }, [call('a')])])
  life.now += 10_000
  life.tell(returned('all.turn[0].a', 1))
  t.equal(life.state.status, 'waiting')
  t.equal(life.behavior.wakeAt(life.state), 1_060_000, 'a minute after the first turn began')
  life.pass(49_999)
  t.strictSame(life.owed, [])
  life.pass(1)
  t.strictSame(life.owed, ['all.turn[1].a'])
  life.now += 90_000
  life.tell(returned('all.turn[1].a', 1))
  t.strictSame(life.owed, ['all.turn[2].a'], 'a turn that took longer is followed at once')
  life.tell(returned('all.turn[2].a', 2))
  t.equal(life.state.status, 'completed')
})

test('a cancel within a turn and within a pause ends it', async t => {
  for (const isPausing of [false, true]) {
    const life = begunLife([repeat({ until: 'false', most: 9, everyMs: 60_000 }, [call('a')])])
    if (isPausing) life.tell(returned('all.turn[0].a'))
    life.tell(cancel())
    t.match(life.state, { status: 'cancelled', frames: {}, waits: {}, calls: {} })
    life.pass(600_000)
    t.strictSame(life.owed, [])
  }
})

test('a step that fails in a turn fails the loop; its onError takes over from the turn', async t => {
  const life = begunLife([
    { ...repeat({ until: 'false', most: 9 }, [call('a'), call('b')]), onError: { steps: [set('c', 7)] } },
  ])
  life.tell(returned('all.turn[0].a'))
  life.tell(broke('all.turn[0].b'))
  t.match(life.state, { status: 'completed', output: 7, frames: {}, composites: {} })
})

test('a condition that cannot be told fails the step', async t => {
  const life = begunLife([repeat({ until: 'steps.a', most: 9 }, [set('a', 'yes')])])
  t.match(life.state, { status: 'failed', error: { code: 'expression-failed', step: 'all' } })
})

test('loops in loops have turns of their own, and later steps see the output only', async t => {
  const inner = block('inner', {
    ...{ kind: 'repeat', most: 5, until: 'steps.n >= item' },
    steps: [set('n', { $: 'item' })],
  })
  const life = begunLife(
    [
      block('all', { kind: 'foreach', over: 'inputs.list', as: 'item', steps: [inner] }),
      set('sum', { $: 'sum(steps.all)' }),
    ],
    { list: [2, 3] },
  )
  t.equal(life.state.output, 5)
})

test('a retry does not wait again for turns that were done', async t => {
  const plan = [repeat({ until: 'steps.a == 3', most: 9, everyMs: 60_000 }, [call('a')])]
  const kept = { 'all.turn[0].a': 1, 'all.turn[1].a': 2 }
  const life = new Life(running(plan))
  life.tell({
    type: 'start',
    start: { ...startOf(), forkedFrom: { id: 'exec_1', kept } },
  })
  t.equal(life.state.status, 'waiting', 'the third turn was not')
  life.pass(60_000)
  t.strictSame(life.owed, ['all.turn[2].a'])
})

test('an event that a turn waits for ends the wait of that turn', async t => {
  const plan = repeat({ until: 'steps.heard == "go"', most: 9 }, [
    block('heard', { kind: 'wait', event: 'said' }),
  ])
  const life = begunLife([plan])
  life.tell(arrived('said', 'no'))
  life.tell(arrived('said', 'go'))
  t.match(life.state, { status: 'completed', output: 'go' })
  t.match(life.events.at(-3), done('all', 'go'))
})

function repeat(rest: Omit<RepeatBlock, 'kind' | 'steps'>, steps: readonly Step[]): Step {
  return block('all', { kind: 'repeat', ...rest, steps })
}
