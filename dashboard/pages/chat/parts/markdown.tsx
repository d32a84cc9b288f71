// Markdown of the assistant, by the parser of the SDK, as elements of React. The tree has tags that the
// parser chose and links to the web or to a mailbox only: nothing in a text becomes an element by itself.
import { blocks } from '@service/chat/markdown/blocks.ts'
import type { Markup } from '@service/chat/markdown/inline.ts'
import { createElement, memo, type ReactNode } from 'react'
import { Code } from '../../../parts/copy.tsx'

const looks: Readonly<Record<string, string>> = {
  a: 'text-accent underline',
  code: 'rounded-sm bg-hover px-1 py-0.5 font-mono text-xs',
  h3: 'text-base font-semibold',
  h4: 'font-semibold',
  h5: 'font-semibold text-dim',
  h6: 'font-semibold text-dim',
  ul: 'flex list-disc flex-col gap-1 ps-5',
  ol: 'flex list-decimal flex-col gap-1 ps-6',
  blockquote: 'flex flex-col gap-2 border-s-2 border-strong ps-3 text-dim',
  hr: 'border-t',
  table: 'text-sm',
  th: 'border-b px-2 py-1 text-start font-medium text-dim',
  td: 'border-b px-2 py-1 align-top',
}
const voids: ReadonlySet<string> = new Set(['hr', 'br'])

/** @param isOpen more of the text is to come: only its last block is made anew */
export function Markdown({ text, isOpen }: { readonly text: string; readonly isOpen: boolean }) {
  const all = blocks(text, isOpen)
  return (
    <div dir="auto" className="markdown flex flex-col gap-3">
      {all.map(({ source }, at) => (
        <Block key={at} source={source} isOpen={isOpen && at === all.length - 1} />
      ))}
    </div>
  )
}

const Block = memo(function Block({ source, isOpen }: { readonly source: string; readonly isOpen: boolean }) {
  return blocks(source, isOpen).map((block, at) => <Node key={at} markup={block.element()} />)
})

function Node({ markup }: { readonly markup: Markup }): ReactNode {
  if (typeof markup === 'string') return markup
  const { tag, children, attributes = {} } = markup
  if (tag === 'pre') return <Code>{textIn(markup)}</Code>
  const own = createElement(
    tag,
    { ...attributes, className: looks[tag] },
    ...(voids.has(tag) ? [] : children.map((child, at) => <Node key={at} markup={child} />)),
  )
  if (tag !== 'table') return own
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    <div tabIndex={0} className="overflow-x-auto">
      {own}
    </div>
  )
}

function textIn(markup: Markup): string {
  return typeof markup === 'string' ? markup : markup.children.map(textIn).join('')
}
