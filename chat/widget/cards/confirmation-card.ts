// The card of a workflow that may not start by itself yet: what it does, in entries, each thing that it
// removes ticked by itself, and one button. Parts of a message show it.
// 1. What is confirmed names the digest of what was shown; another list is another card.
// 2. Whoever may not confirm reads the list, and who can. A confirmed card offers nothing more.
import type { ConfirmationEntry } from '../../client/wire.ts'
import { lineParts } from '../../shown/entry-lines.ts'
import { shownLine, shownText } from '../../shown/shown.ts'
import { h, type View, write } from '../dom.ts'
import type { Confirmable } from '../shown.ts'
import { type ChatStrings, fill } from '../strings.ts'
import type { WidgetContext } from '../widget-config.ts'

export function confirmationCard(first: Confirmable, context: WidgetContext): View<Confirmable> {
  const { strings } = context
  const { workflowName, mayConfirm, confirmation } = first
  const { entries, accepted } = confirmation
  const isOpen = mayConfirm && !accepted
  const ticks = new Map<string, HTMLInputElement>()
  const list = entries.map(entry => entryItem(entry, { strings, ticks, isOpen }))
  const heading = h('strong', { class: 'name' })
  const decision = isOpen ? confirming(first, ticks, context) : null
  const who = !accepted && !mayConfirm && whoCan(first, strings)
  const node = h(
    'section',
    { class: 'card confirmation', part: 'card confirmation', 'aria-label': strings.confirmation },
    h('div', { class: 'head' }, heading),
    h('div', { dir: 'auto' }, shownLine(workflowName)),
    !accepted && h('small', {}, strings.confirmation_hint),
    entries.length === 0 && h('p', {}, strings.confirmation_nothing),
    h('ul', { class: 'entries' }, ...list),
    who,
    decision,
  )
  return {
    node,
    update({ confirmation: { accepted: isConfirmed } }) {
      node.dataset['status'] = isConfirmed ? 'approved' : 'pending'
      write(heading, isConfirmed ? strings.confirmation_confirmed : strings.confirmation)
      if (!isConfirmed) return
      decision?.remove()
      for (const tick of ticks.values()) tick.remove()
    },
  }
}

interface ItemParts {
  readonly strings: ChatStrings
  readonly ticks: Map<string, HTMLInputElement>
  readonly isOpen: boolean
}

function entryItem(entry: ConfirmationEntry, { strings, ticks, isOpen }: ItemParts): HTMLElement {
  const { id, step, says, severity, quote, options = [], times = [] } = entry
  const tick = severity === 'tick' && isOpen ? h('input', { type: 'checkbox' }) : null
  if (tick) ticks.set(id, tick)
  const head = h('span', { class: 'entry-kind' }, kindText(entry, strings), step === null ? '' : ` · ${step}`)
  const body = h(
    'span',
    { class: 'says', dir: 'ltr' },
    ...says.split('\n').map(line => sayLine(line, strings)),
  )
  return h(
    'li',
    { class: 'entry', 'data-severity': severity },
    h(tick ? 'label' : 'div', { class: 'check' }, tick, h('span', {}, head, body)),
    quote !== undefined && h('small', {}, `${strings.asked} `, h('bdi', {}, shownText(quote))),
    options.length > 0 &&
      h('small', {}, `${strings.options} `, h('bdi', {}, options.map(shownText).join(', '))),
    times.length > 0 && h('small', {}, `${strings.next} ${times.map(timeText).join(', ')}`),
  )
}

/** Each value is a run of its own, so that letters from right to left move nothing beside it. */
function sayLine(line: string, strings: ChatStrings): HTMLElement {
  const { name, value, mark } = lineParts(line)
  return h(
    'span',
    { class: name === null ? 'line' : 'line value' },
    name !== null && `${shownLine(name)}: `,
    h('bdi', {}, shownLine(value)),
    mark !== null && h('span', { class: `mark ${mark}` }, ` (${strings[`mark_${mark}`]})`),
  )
}

function timeText(at: number): string {
  return new Date(at).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })
}

function kindText({ kind }: ConfirmationEntry, strings: ChatStrings): string {
  const name = `entry_${kind.replaceAll('-', '_')}`
  return Object.hasOwn(strings, name) ? strings[name as 'entry_effect'] : shownLine(kind)
}

function whoCan({ page }: Confirmable, strings: ChatStrings): HTMLElement {
  const isOfWeb = /^https?:\/\//.test(page)
  const link = h('a', { href: page, target: '_blank', rel: 'noopener noreferrer' }, strings.confirmation_page)
  return h('p', { class: 'who' }, `${strings.confirmation_who} `, isOfWeb && link)
}

function confirming(
  part: Confirmable,
  ticks: ReadonlyMap<string, HTMLInputElement>,
  { conversation, strings, focusComposer }: WidgetContext,
): HTMLElement {
  const left = h('small', { role: 'status' })
  const confirm = async () => {
    // The focus would be lost with what is no longer to be used.
    focusComposer()
    node.toggleAttribute('inert', true)
    const isTaken = await conversation.confirm(part, [...ticks.keys()])
    if (!isTaken) node.toggleAttribute('inert', false)
  }
  const button = h(
    'button',
    { type: 'button', class: 'primary', part: 'confirm', onclick: confirm },
    strings.confirm,
  )
  const count = () => {
    const open = [...ticks.values()].filter(({ checked }) => !checked).length
    button.disabled = open > 0
    write(left, open > 0 ? fill(strings.left, { count: open }) : '')
  }
  for (const tick of ticks.values()) tick.addEventListener('change', count)
  count()
  const node = h('div', { class: 'decision' }, h('div', { class: 'actions' }, button), left)
  return node
}
