// Where one writes. Enter sends, Shift+Enter breaks the line; while an answer is made, it can be stopped. The
// panel holds it.
import type { ConversationState } from '../conversation/state.ts'
import { h, icon, set } from './dom.ts'
import { icons } from './icons.ts'
import type { WidgetContext } from './widget-config.ts'

/** The service takes no more. */
const charactersAtMost = 20_000

export interface Composer {
  readonly node: HTMLElement
  update(state: ConversationState): void
  focus(): void
}

export function composer({ conversation, strings }: WidgetContext, sent: () => void): Composer {
  const input = h('textarea', {
    ...{ part: 'input', rows: 1, maxlength: charactersAtMost, enterkeyhint: 'send' },
    ...{ placeholder: strings.placeholder, 'aria-label': strings.placeholder },
  })
  const send = h(
    'button',
    { type: 'submit', class: 'round primary', part: 'send', 'aria-label': strings.send, title: strings.send },
    icon(icons.send),
  )
  const stopIt = () => {
    void conversation.cancel()
    input.focus()
  }
  const stop = h(
    'button',
    {
      type: 'button',
      class: 'round',
      part: 'stop',
      'aria-label': strings.stop,
      title: strings.stop,
      onclick: stopIt,
    },
    icon(icons.stop),
  )
  const node = h('form', { class: 'composer', part: 'composer' }, input, stop, send)
  let isAnswering = false
  const show = () => {
    const isEmpty = input.value.trim() === ''
    stop.hidden = !isAnswering
    send.hidden = isAnswering && isEmpty
    set(send, 'aria-disabled', isEmpty && 'true')
    // The placeholder goes with the page, what is written with itself.
    set(input, 'dir', input.value !== '' && 'auto')
    // Once without a height of its own, to learn how much it needs.
    input.style.height = 'auto'
    input.style.height = `${input.scrollHeight}px`
  }
  node.addEventListener('submit', event => {
    event.preventDefault()
    const text = input.value.trim()
    if (text === '') return input.focus()
    input.value = ''
    show()
    void conversation.send(text)
    sent()
  })
  input.addEventListener('input', show)
  input.addEventListener('keydown', event => {
    // An Enter that ends the composition of a word sends nothing.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    node.requestSubmit()
  })
  return {
    node,
    update(state) {
      if (isAnswering !== state.isAnswering) {
        isAnswering = state.isAnswering
        // The button that had the focus goes.
        if (stop.matches(':focus')) input.focus()
      }
      show()
    },
    focus: () => input.focus({ preventScroll: true }),
  }
}
