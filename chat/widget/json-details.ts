// A value as JSON, exactly as it is; what is long is folded up. Tool lines show arguments with it.
import type { Json } from '../client/wire.ts'
import { shownJson } from '../shown/shown.ts'
import { h } from './dom.ts'

const longLines = 12

/** @param isOpen when it is short */
export function jsonDetails(label: string, value: Json, isOpen = false): HTMLElement {
  const text = shownJson(value)
  const isShort = text.split('\n').length <= longLines && text.length < 1_000
  return h(
    'details',
    { open: isOpen && isShort },
    h('summary', {}, label),
    h('pre', { tabindex: 0, dir: 'ltr', part: 'arguments' }, text),
  )
}
