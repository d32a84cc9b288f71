// The card of an approval: what would be done, with its exact arguments, what its author says, what the
// decider fills in, how long there is time, and the decision. Parts of a message show it.
// 1. A decision names the digest of what was shown: what has changed meanwhile is not approved.
// 2. A decided card says how it was decided and offers nothing more.
import type { Approval, ChatDecision } from '../../client/wire.ts'
import { shownBlock, shownName } from '../../shown/shown.ts'
import { h, type View, write } from '../dom.ts'
import { schemaForm } from '../schema-form.ts'
import { shownValue } from '../shown-value.ts'
import { type ChatStrings, fill } from '../strings.ts'
import { lengthText } from '../time.ts'
import type { WidgetContext } from '../widget-config.ts'

export function approvalCard(first: Approval, context: WidgetContext): View<Approval> {
  const { strings } = context
  const heading = h('strong', { class: 'name' }, strings.approval)
  const time = h('span', { class: 'status', part: 'expiry' })
  const call = first.tool && h('bdi', { class: 'tool-name' }, shownName(first.tool))
  const message = h('blockquote', { dir: 'auto', part: 'question' }, shownBlock(first.message))
  const decision = decisionOf(first, context)
  const node = h(
    'section',
    { class: 'card approval', part: 'card approval', 'aria-label': strings.approval },
    h('div', { class: 'head' }, heading, time),
    call && h('div', { class: 'call' }, `${strings.call} `, call),
    first.args !== null && shownValue(first.args, strings),
    h('small', {}, strings.asks),
    message,
    decision,
  )
  let timer: ReturnType<typeof setInterval> | undefined
  const settle = (status: Approval['status'], note: string | null) => {
    clearInterval(timer)
    node.dataset['status'] = status
    write(heading, status === 'pending' ? strings.approval : strings[`approval_${status}`])
    write(time, note ?? '')
    if (status !== 'pending') decision.remove()
  }
  const showTime = (expiresAt: number) => {
    const left = expiresAt - Date.now()
    if (left <= 0) settle('expired', null)
    else write(time, fill(strings.expires, { time: lengthText(left, node) }))
    if (!node.isConnected) clearInterval(timer)
  }
  return {
    node,
    update({ status, note, expiresAt }) {
      settle(status, note)
      if (status !== 'pending' || expiresAt === null) return
      timer = setInterval(() => showTime(expiresAt), 1_000)
      // Not part of the page yet when it is made: the language is known in a moment.
      queueMicrotask(() => showTime(expiresAt))
    },
  }
}

/** The form, and the buttons; denying asks for a reason first. */
function decisionOf(
  approval: Approval,
  { conversation, strings, focusComposer }: WidgetContext,
): HTMLElement {
  const form = approval.form && schemaForm(approval.form, strings)
  const hold = mayHold(approval) ? holding(strings) : null
  const reason = h('textarea', {
    rows: 2,
    maxlength: 2_000,
    dir: 'auto',
    'aria-label': strings.reason,
    placeholder: strings.reason,
  })
  const decide = async (decision: ChatDecision) => {
    // The focus would be lost with what is no longer to be used.
    focusComposer()
    node.toggleAttribute('inert', true)
    const isTaken = await conversation.decide(approval, decision)
    if (!isTaken) node.toggleAttribute('inert', false)
  }
  const approve = () => {
    const filled = form ? form.read() : undefined
    if (filled === null) return
    void decide({
      decision: 'approve',
      ...(filled !== undefined && { form: filled as never }),
      ...(hold && { remember: hold.value as 'once' }),
    })
  }
  const deny = () => void decide({ decision: 'deny', note: reason.value.trim() || null })
  const turn = (isDenying: boolean) => {
    asking.hidden = isDenying
    denying.hidden = !isDenying
    if (isDenying) reason.focus()
    else denyButton.focus()
  }
  const denyButton = h('button', { type: 'button', part: 'deny', onclick: () => turn(true) }, strings.deny)
  const asking = h(
    'div',
    {},
    form?.node,
    hold && h('label', { class: 'field' }, strings.remember, hold),
    h(
      'div',
      { class: 'actions' },
      h('button', { type: 'button', class: 'primary', part: 'approve', onclick: approve }, strings.approve),
      denyButton,
    ),
  )
  const denying = h(
    'div',
    { hidden: true, onkeydown: (event: KeyboardEvent) => onEscape(event, () => turn(false)) },
    h('div', { class: 'field' }, reason),
    h(
      'div',
      { class: 'actions' },
      h('button', { type: 'button', class: 'danger', part: 'deny', onclick: deny }, strings.deny),
      h('button', { type: 'button', onclick: () => turn(false) }, strings.back),
    ),
  )
  const node = h('div', { class: 'decision' }, asking, denying)
  return node
}

/** Of an assistant's own call, not of a step, and not where all visitors of a page share a key. */
function mayHold({ tool, executionId, remember }: Approval): boolean {
  return tool !== null && executionId === null && remember === undefined
}

function holding(strings: ChatStrings): HTMLSelectElement {
  const options = (['once', 'session', 'always'] as const).map(value =>
    h('option', { value }, strings[`remember_${value}`]),
  )
  return h('select', {}, ...options)
}

function onEscape(event: KeyboardEvent, then: () => void): void {
  if (event.key !== 'Escape') return
  event.stopPropagation()
  then()
}
