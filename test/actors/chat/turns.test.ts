// Calls of a language model within a session, and who lets them happen.
import { test } from 'tap'
import type { AskedCall, Message } from '../../../actors/chat/protocol.ts'
import type { JsonObject } from '../../../domain/json.ts'
import { askedLength } from '../../../domain/shown/asked-text.ts'
import { projectionOf } from '../../../domain/work/projection.ts'
import {
  asked,
  behavior,
  opened,
  organizationId,
  owner,
  type Session,
  say,
} from '../../support/chat-session.ts'

/** Calls are `tool` or `tool?`, for which the gate wants an approval. */
function turn(
  session: Session,
  text: string,
  ...calls: readonly (string | { call: string; args: JsonObject })[]
) {
  const { answerId, turns } = session.pending[0]!
  const named = calls.map(each => (typeof each === 'string' ? { call: each, args: null } : each))
  const begun = named.map(({ call: name, args }, index): AskedCall => {
    const id = `${answerId}/${turns.length}.${index}`
    return {
      id,
      wireId: `w${index}`,
      tool: name.replace('?', ''),
      args: args ?? { n: index },
      isOffered: true,
    }
  })
  session.tell({ type: 'turned', answerId, turn: turns.length, said: { text, calls: begun, cu: 1 } })
  begun.forEach(({ id: callId, tool }, index) => {
    if (!named[index]!.call.endsWith('?') || session.state.granted.includes(tool)) return
    const result = { ok: false, error: 'ask first', isApprovalNeeded: true, remembers: tool } as const
    session.tell({ type: 'call-returned', answerId, callId, result })
  })
}

const callsOf = (session: Session) =>
  [...behavior.pending(session.state)].filter(({ type }) => type === 'call')
const callNames = (session: Session) =>
  callsOf(session).flatMap(effect => (effect.type === 'call' ? [effect.tool] : []))

function finish(session: Session, output: unknown = 'ok') {
  for (const effect of callsOf(session)) {
    if (effect.type !== 'call') continue
    const { answerId, id: callId } = effect
    const result = { ok: true as const, output: output as never }
    session.tell({ type: 'call-returned', answerId, callId, result })
  }
}

const approvals = (session: Session) =>
  session.events.flatMap(event => (event.type === 'call-asks' ? [event.request] : []))

const decide = (
  _session: Session,
  approvalId: string,
  decision: 'approve' | 'deny',
  more: object = {},
): Message => ({
  ...{
    type: 'decide',
    organizationId,
    approvalId,
    decision,
    note: null,
    args: null,
    form: null,
    digest: null,
  },
  ...{ by: { userId: owner, role: 'member', email: null } },
  ...more,
})

test('the calls of a turn are made, and then the model is asked again with their results', async t => {
  const session = opened()
  session.tell(say('look'))
  turn(session, 'I look.', 'list', 'get')
  t.strictSame([callNames(session), session.pending], [['list', 'get'], []])
  finish(session)
  t.match(session.pending, [{ turns: [{ text: 'I look.', calls: [{ status: 'done', output: 'ok' }, {}] }] }])
  session.answer({ parts: [{ type: 'text', text: 'Found.' }] })
  t.strictSame(session.told, ['Found.'])
})

test('a late result, and a turn that comes twice, change nothing', async t => {
  const session = opened()
  session.tell(say('look'))
  const { answerId } = session.pending[0]!
  turn(session, '', 'list')
  finish(session)
  const { length } = session.events
  const callId = `${answerId}/0.0`
  session.tell({ type: 'call-returned', answerId, callId, result: { ok: false, error: 'late' } })
  session.tell({ type: 'turned', answerId, turn: 0, said: { text: '', calls: [], cu: 0 } })
  t.equal(session.events.length, length)
})

test('a call that asks is made after the approval only, in an answer that goes on', async t => {
  const session = opened()
  session.tell(say('pay'))
  turn(session, 'I pay.', 'list', 'pay?')
  t.strictSame(callNames(session), ['list'])
  finish(session)
  t.match(session.said[1], ['assistant', 'I pay.', 'complete'])
  t.strictSame([callNames(session), session.pending], [[], []])
  const [request] = approvals(session)
  session.tell(decide(session, request!.id, 'approve'))
  t.strictSame(callNames(session), ['pay'])
  t.match(callsOf(session), [{ isApproved: true, args: { n: 1 } }])
  finish(session)
  session.answer({ parts: [{ type: 'text', text: 'Paid.' }] })
  t.strictSame(session.told, ['I pay.', 'Paid.'])
})

test('a denial is told to the model with its reason, and the call is never made', async t => {
  const session = opened()
  session.tell(say('pay'))
  turn(session, '', 'pay?')
  const [request] = approvals(session)
  session.tell(say('deny because it is too much'))
  t.strictSame(callNames(session), [])
  t.match(session.pending[0]!.turns, [
    { calls: [{ status: 'denied', error: 'the user denied this call: it is too much' }] },
  ])
  t.throws(() => session.tell(decide(session, request!.id, 'approve')), { code: 'not-found' })
})

test('edited arguments are the ones that are called with', async t => {
  const session = opened()
  session.tell(say('pay'))
  turn(session, '', 'pay?')
  const [request] = approvals(session)
  const decision = { id: request!.id, decision: 'approve', args: { n: 7 } } as const
  session.tell(say('Approve', { decision }))
  t.match(callsOf(session), [{ args: { n: 7 }, isApproved: true }])
})

test('only who is asked decides, and only on what was shown', async t => {
  const session = opened()
  session.tell(say('pay'))
  turn(session, '', 'pay?')
  const { id } = approvals(session)[0]!
  const other = { userId: 'user_2', role: 'admin', email: null }
  t.throws(() => session.tell(decide(session, id, 'approve', { by: other })), { code: 'forbidden' })
  t.throws(() => session.tell(decide(session, id, 'approve', { digest: 'x' })), { code: 'conflict' })
  t.throws(() => session.tell(decide(session, id, 'approve', { organizationId: 'org_2' })), {
    code: 'not-found',
  })
  t.strictSame(callNames(session), [])
})

test('what the user says instead withdraws what was asked', async t => {
  const session = opened()
  session.tell(say('pay'))
  turn(session, '', 'pay?')
  const { id } = approvals(session)[0]!
  session.tell(say('what is the weather?'))
  t.equal(session.pending[0]!.text, 'what is the weather?')
  t.strictSame(session.pending[0]!.turns, [])
  t.throws(() => session.tell(decide(session, id, 'approve')), { code: 'not-found' })
  const rows = projectionOf(behavior.project(session.state, session.events, false), 'approvals')!
  t.match(rows, {
    requested: [{ id, status: 'cancelled', sessionId: session.said.length > 0 ? String : '' }],
    decided: [],
  })
})

test('of several, each is decided; a bare word decides one alone, or all when it says so', async t => {
  const session = opened()
  session.tell(say('pay both'))
  turn(session, '', 'pay?', 'pay?')
  const reply = session.tell(say('approve'))
  t.match(session.told.at(-1), /2 calls wait .* "approve all"/)
  t.ok(session.events.some(event => event.type === 'answered' && event.message.id === reply.answerId))
  const [first] = approvals(session)
  session.tell(say('one', { decision: { id: first!.id, decision: 'deny' } }))
  t.match(session.told.at(-1), /1 more waits/)
  const last = session.tell(say('approve all'))
  t.strictSame(callNames(session), ['pay'])
  finish(session)
  t.equal(session.pending[0]!.answerId, last.answerId)
})

test('a bare word approves nothing that is too long for a message; its card does, and a word denies it', async t => {
  const asks = (args: JsonObject) => {
    const session = opened()
    session.tell(say('pay'))
    turn(session, '', { call: 'pay?', args })
    return { session, request: approvals(session).at(-1)! }
  }
  const text = 'x'.repeat(askedLength)
  for (const words of ['approve', 'approve all', 'yes, approve it']) {
    const { session, request } = asks({ text })
    session.tell(say(words))
    t.match(session.told.at(-1), /Nothing is decided: .*on its card/, words)
    t.strictSame(callNames(session), [], words)
    const { id, digest } = request
    session.tell(say('Approve', { decision: { id, decision: 'approve', digest } }))
    t.strictSame(callNames(session), ['pay'], words)
  }
  const denied = asks({ text })
  denied.session.tell(say('deny'))
  t.ok(denied.session.events.some(event => event.type === 'call-decided' && event.decision === 'denied'))
  const short = asks({ text: 'x' })
  short.session.tell(say('approve'))
  t.strictSame(callNames(short.session), ['pay'])
})

test('a decision in the session that names what was not shown is refused', async t => {
  const session = opened()
  session.tell(say('pay'))
  turn(session, '', 'pay?')
  const { id, digest } = approvals(session)[0]!
  const approve = (seen: string) =>
    session.tell(say('Approve', { decision: { id, decision: 'approve', digest: seen } }))
  t.throws(() => approve('x'), { code: 'conflict', message: /changed/ })
  t.strictSame(callNames(session), [])
  approve(digest)
  t.strictSame(callNames(session), ['pay'])
})

test('an approval that nobody decides expires, and its call is not made', async t => {
  const session = opened()
  session.tell(say('pay'))
  turn(session, '', 'pay?')
  session.now = behavior.wakeAt(session.state)!
  session.tell({ type: 'alarm' })
  t.strictSame([callNames(session), session.pending, behavior.wakeAt(session.state)], [[], [], null])
  t.match(session.events.at(-1), { type: 'call-decided', decision: 'expired' })
})

test('a tool that is remembered asks no more in the session, and is kept when it is for good', async t => {
  const session = opened()
  session.tell(say('pay'))
  turn(session, '', 'pay?')
  const decision = { id: approvals(session)[0]!.id, decision: 'approve', remember: 'always' } as const
  session.tell(say('Approve', { decision }))
  const [keep] = [...behavior.pending(session.state)].filter(({ type }) => type === 'keep-grant')
  t.match(keep, { grant: { tool: 'pay' }, owner })
  finish(session)
  turn(session, '', 'pay?', 'drop?')
  t.strictSame(callNames(session), ['pay'])
  if (keep?.type === 'keep-grant') session.tell({ type: 'grant-kept', grantId: keep.grant.id })
  t.notOk([...behavior.pending(session.state)].some(({ type }) => type === 'keep-grant'))
})

test('a key that all visitors of a page share allows a call once, and neither for the session nor for good', async t => {
  const key = { id: 'key_1', scopes: ['chat'], tools: null, subject: null } as const
  const shared = { by: { userId: owner, key } }
  const session = opened()
  session.tell(say('pay', shared))
  turn(session, '', 'pay?')
  const { id } = approvals(session)[0]!
  t.match(
    session.events.findLast(({ type }) => type === 'call-asks'),
    { request: { onceOnly: true } },
  )
  for (const remember of ['always', 'session'] as const) {
    const decision = { id, decision: 'approve', remember } as const
    t.throws(() => session.tell(say('Approve', { ...shared, intent: remember, decision })), {
      code: 'forbidden',
      message: /^approval\.remember: expected once/,
    })
  }
  session.tell(say('Approve', { ...shared, decision: { id, decision: 'approve', remember: 'once' } }))
  t.strictSame(callNames(session), ['pay'])
  finish(session)
  turn(session, '', 'pay?')
  t.strictSame([callNames(session), approvals(session).length], [[], 2], 'it asks again')
})

test('a token that names its end user allows for good', async t => {
  const key = { id: 'key_1', scopes: ['chat'], tools: null, subject: 'ada' } as const
  const hers = { by: { userId: owner, key } }
  const session = opened()
  session.tell(say('pay', hers))
  turn(session, '', 'pay?')
  const { id } = approvals(session)[0]!
  session.tell(say('Approve', { ...hers, decision: { id, decision: 'approve', remember: 'always' } }))
  t.ok([...behavior.pending(session.state)].some(({ type }) => type === 'keep-grant'))
})

test('a tool for which the organization wants approvals asks when it is called', async t => {
  const session = opened()
  session.tell(say('pay'))
  turn(session, '', 'pay')
  const [effect] = callsOf(session)
  const { answerId } = session.state.answering!
  const result = { ok: false, error: 'needs approval', isApprovalNeeded: true } as const
  session.tell({ type: 'call-returned', answerId, callId: effect!.id, result })
  t.equal(approvals(session).length, 1)
  session.tell(say('approve'))
  t.match(callsOf(session), [{ isApproved: true }])
})

test('an approval for one host is remembered for it alone, and says why it is asked', async t => {
  const session = opened()
  session.tell(say('look'))
  turn(session, '', 'get')
  const [effect] = callsOf(session)
  const { answerId } = session.state.answering!
  const facts = { why: 'reaches evil.example, an address that nobody named', remembers: 'get evil.example' }
  const result = { ok: false, error: 'ask first', isApprovalNeeded: true, ...facts } as const
  session.tell({ type: 'call-returned', answerId, callId: effect!.id, result })
  const [request] = approvals(session)
  t.match(request!.message, /wants to call get, which reaches evil\.example/)
  const decision = { id: request!.id, decision: 'approve', remember: 'session' } as const
  session.tell(say('Approve', { decision }))
  t.match(callsOf(session), [{ granted: ['get evil.example'], isApproved: true }])
})

test('calls carry what the user has said, and not what the assistant has', async t => {
  const session = opened()
  session.tell(say('read https://a.example/x'))
  session.answer({ parts: [{ type: 'text', text: 'See https://b.example/y' }] })
  session.tell(say('go on'))
  turn(session, '', 'get')
  const [effect] = callsOf(session)
  t.strictSame(
    new Set(effect?.type === 'call' ? effect.words : []),
    new Set(['read https://a.example/x', 'go on']),
  )
})

test('a call from a journal that does not say what was offered is made only when it was approved', async t => {
  const session = opened()
  session.tell(say('pay'))
  const { answerId } = session.pending[0]!
  const old = { id: `${answerId}/0.0`, wireId: 'w', tool: 'pay', args: {} }
  session.tell({ type: 'turned', answerId, turn: 0, said: { text: '', calls: [old], cu: 1 } })
  t.match(callsOf(session), [{ isOffered: false }])
  const result = { ok: false, error: 'ask', isApprovalNeeded: true } as const
  session.tell({ type: 'call-returned', answerId, callId: old.id, result })
  session.tell(say('approve'))
  t.match(callsOf(session), [{ isOffered: true, isApproved: true }])
})

test('a cancel ends calls and questions, and a deleted session leaves no open approval', async t => {
  const session = opened()
  session.tell(say('pay'))
  turn(session, 'I pay.', 'list', 'pay?')
  session.tell({ type: 'cancel', ...asked })
  t.strictSame([callNames(session), session.pending], [[], []])
  t.match(session.said[1], ['assistant', '', 'cancelled'])
  const other = opened()
  other.tell(say('pay'))
  turn(other, '', 'pay?')
  other.tell({ type: 'delete', ...asked })
  for (const { state, events } of [session, other])
    t.match(projectionOf(behavior.project(state, events, false), 'approvals')!.requested, [
      { status: 'cancelled' },
    ])
})

test('a confirmation is answered at once, and neither ends an answer nor withdraws what waits', async t => {
  const confirmed = { workflowId: 'wf_1', workflowName: '*Wiper*', page: 'http://localhost/workflows/wf_1' }
  const session = opened()
  session.tell(say('look'))
  session.tell(say('Confirm', { confirmed, onBusy: 'interrupt' }))
  t.match(session.said.at(-1), ['assistant', /Wiper.* is confirmed/])
  t.strictSame(
    session.pending.map(({ text }) => text),
    ['look'],
  )
  turn(session, '', 'pay?')
  t.equal(approvals(session).length, 1)
  const first = session.tell(say('Confirm again', { confirmed }))
  t.match(session.events.at(-1), {
    type: 'answered',
    message: {
      id: first.answerId,
      content: '**\\*Wiper\\*** is confirmed: it may start by itself from now on.',
      parts: [{}, { type: 'confirmation', workflowId: 'wf_1', confirmation: null, mayConfirm: false }],
    },
  })
  t.notOk(session.events.some(({ type }) => type === 'call-decided'))
  t.strictSame(session.tell(say('Confirm again', { confirmed })), first, 'the same message is taken once')
})
