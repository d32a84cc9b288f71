// Shows Markdown that grows: blocks that have not changed keep their elements, so a selection in them stays.
// Makes elements and texts only, never HTML from a text.
import { h, icon, type View } from '../widget/dom.ts'
import { icons } from '../widget/icons.ts'
import { type Block, blocks } from './blocks.ts'
import type { Markup, Element as MarkupElement } from './inline.ts'

export interface MarkdownText {
  readonly text: string
  /** More of it is to come. */
  readonly isOpen: boolean
}

export function markdownView(copyLabel: string): View<MarkdownText> {
  const node = h('div', { class: 'markdown', dir: 'auto' })
  let shown: readonly Block[] = []
  let last: MarkdownText | null = null
  return {
    node,
    update(next) {
      if (next.text === last?.text && next.isOpen === last.isOpen) return
      last = next
      const wanted = blocks(next.text, next.isOpen)
      let same = 0
      while (same < wanted.length - 1 && wanted[same]!.source === shown[same]?.source) same++
      while (node.childNodes.length > same) node.lastChild!.remove()
      for (const block of wanted.slice(same)) node.append(build(block.element(), copyLabel))
      shown = wanted
    },
  }
}

function build(markup: Markup, copyLabel: string): Node {
  if (typeof markup === 'string') return document.createTextNode(markup)
  const element = h(markup.tag as 'p', markup.tag === 'pre' ? {} : markup.attributes)
  for (const child of markup.children) element.append(build(child, copyLabel))
  if (markup.tag === 'pre') return codeBlock(markup, element, copyLabel)
  // Wide tables scroll by themselves, and can be reached by keyboard.
  if (markup.tag === 'table') return h('div', { class: 'wide', tabindex: 0 }, element)
  return element
}

function codeBlock({ attributes }: MarkupElement, pre: HTMLElement, copyLabel: string): HTMLElement {
  const copy = () => navigator.clipboard?.writeText(pre.textContent ?? '').catch(() => {})
  const language = attributes?.['language'] ?? ''
  // What is no code is read, not scrolled.
  if (language === '' || language === 'text') pre.className = 'text'
  pre.tabIndex = 0
  pre.dir = 'ltr'
  const button = h(
    'button',
    { type: 'button', class: 'bare', 'aria-label': copyLabel, title: copyLabel, onclick: copy },
    icon(icons.copy),
  )
  return h('div', { class: 'code' }, h('div', { class: 'bar' }, language, button), pre)
}
