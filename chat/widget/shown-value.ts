// What would be done, where somebody decides about it: all of it in a box that scrolls, nothing folded up.
// Each name and each value is a run of its own, so that letters from right to left move nothing beside them.
import type { Json } from '../client/wire.ts'
import { hostNotes, type ShownLine, shownLines } from '../shown/shown.ts'
import { h } from './dom.ts'
import { type ChatStrings, fill } from './strings.ts'

/** More than this has no place in the box of a narrow conversation: it scrolls, and says so. */
const longLength = 400
const longLines = 14

export function shownValue(value: Json, strings: ChatStrings): HTMLElement {
  const lines = shownLines(value).map(lineOf)
  const attributes = { tabindex: 0, dir: 'ltr', class: 'text shown', part: 'arguments', role: 'region' }
  const box = h('pre', { ...attributes, 'aria-label': strings.arguments }, ...lines)
  const count = box.textContent?.length ?? 0
  return h(
    'div',
    {},
    box,
    (count > longLength || lines.length > longLines) && h('small', {}, fill(strings.scroll, { count })),
    ...hostNotes(value).map(note => h('small', { class: 'error' }, strings.address, ' ', h('bdi', {}, note))),
  )
}

function lineOf({ depth, name, text, end }: ShownLine): HTMLElement {
  const line = h(
    'div',
    { class: 'line' },
    name !== null && h('bdi', { class: 'name' }, name),
    name !== null && ': ',
    h('bdi', {}, text),
    end,
  )
  // An attribute would be against the policy of pages that allow no styles in their text.
  line.style.setProperty('--depth', String(Math.min(depth, 12)))
  return line
}
