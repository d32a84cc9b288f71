// The inside of a line of Markdown: emphasis, code, links. blocks.ts says where lines belong. Pure.
// 1. The tree has tags of its own choosing only, so nothing in a text becomes an element that is not named
//    here. Images become their text; HTML stays text.
// 2. A link leads to http, https or mailto; another one becomes its text.
// 3. It takes time in proportion to the text: a mark without an end is looked for once.

export interface Element {
  readonly tag: string
  readonly children: readonly Markup[]
  readonly attributes?: { readonly [name: string]: string }
}
export type Markup = string | Element

/** As deep as emphasis goes; deeper marks stay text. */
const depthAtMost = 6
const tags: { readonly [mark: string]: string } = {
  '**': 'strong',
  __: 'strong',
  '*': 'em',
  _: 'em',
  '~~': 'del',
}
const special =
  /\\[!-/:-@[-`{-~]|`+|!?\[|\*\*|__|~~|[*_]|https?:\/\/[^\s<>]+|<(?:https?:\/\/|mailto:)[^\s<>]*>| {2,}\n|\n/g

/** @param isOpen more of the text is to come: marks that have no end yet end with it */
export function inline(text: string, isOpen = false, depth = 0): readonly Markup[] {
  const found: Markup[] = []
  const dead = new Set<string>()
  let plain = ''
  const push = (markup: Markup) => {
    if (plain) found.push(plain)
    plain = ''
    found.push(markup)
  }
  const marks = new RegExp(special)
  let from = 0
  for (let match = marks.exec(text); match; match = marks.exec(text)) {
    const [mark] = match
    plain += text.slice(from, match.index)
    const end = marks.lastIndex
    const taken = depth > depthAtMost || dead.has(mark) ? null : element(text, mark, end, { isOpen, depth })
    if (taken) push(taken.markup)
    else {
      plain += mark[0] === '\\' ? mark.slice(1) : mark
      // No run of this length is left: looking for it again would take the time of the whole text.
      if (mark[0] === '`') dead.add(mark)
    }
    from = marks.lastIndex = taken?.end ?? end
  }
  plain += text.slice(from)
  if (plain) found.push(plain)
  return found
}

interface Taken {
  readonly markup: Markup
  readonly end: number
}

function element(
  text: string,
  mark: string,
  end: number,
  { isOpen, depth }: { isOpen: boolean; depth: number },
): Taken | null {
  if (mark.endsWith('\n')) return { markup: { tag: 'br', children: [] }, end }
  if (mark[0] === '`') return code(text, mark, end, isOpen)
  if (mark.endsWith('[')) return link(text, mark, end, depth)
  if (mark[0] === '<') return { markup: anchor(mark.slice(1, -1), [mark.slice(1, -1)]), end }
  if (mark[0] === 'h') return bareLink(mark, end)
  const tag = tags[mark]
  if (!tag || /\s|^$/.test(text[end] ?? '')) return null
  const isWord = mark[0] === '_'
  if (isWord && /\w/.test(text[end - mark.length - 1] ?? '')) return null
  const close = closing(text, mark, end, isWord)
  if (close < 0 && !(isOpen && mark === '**')) return null
  const inner = text.slice(end, close < 0 ? undefined : close)
  const children = inline(inner, isOpen && close < 0, depth + 1)
  return { markup: { tag, children }, end: close < 0 ? text.length : close + mark.length }
}

function closing(text: string, mark: string, from: number, isWord: boolean): number {
  // Further than this no emphasis goes.
  const until = Math.min(text.length, from + 5_000)
  for (let at = text.indexOf(mark, from + 1); at >= 0 && at < until; at = text.indexOf(mark, at + 1)) {
    const isDouble = mark.length === 1 && (text[at + 1] === mark || text[at - 1] === mark)
    const isInWord = isWord && /\w/.test(text[at + mark.length] ?? '')
    if (!/[\s\\]/.test(text[at - 1]!) && !isDouble && !isInWord) return at
  }
  return -1
}

function code(text: string, mark: string, from: number, isOpen: boolean): Taken | null {
  let close = text.indexOf(mark, from)
  while (close >= 0 && text[close + mark.length] === '`') {
    while (text[close] === '`') close++
    close = text.indexOf(mark, close)
  }
  if (close < 0 && !isOpen) return null
  const inner = text.slice(from, close < 0 ? undefined : close).replaceAll('\n', ' ')
  const children = [/^ .*[^ ].* $/.test(inner) ? inner.slice(1, -1) : inner]
  return { markup: { tag: 'code', children }, end: close < 0 ? text.length : close + mark.length }
}

function link(text: string, mark: string, from: number, depth: number): Taken | null {
  let open = 1
  let at = from
  // Labels are short: what is longer is a bracket in a text.
  for (const until = Math.min(text.length, from + 300); at < until && open > 0; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '[') open++
    else if (text[at] === ']') open--
  }
  const target = /\(\s*<?([^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*)>?(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/y
  target.lastIndex = at
  const match = open === 0 ? target.exec(text.slice(0, at + 4_000)) : null
  if (!match) return null
  const label = inline(text.slice(from, at - 1), false, depth + 1)
  const markup = mark === '![' ? text.slice(from, at - 1) : anchor(match[1]!, label)
  return { markup, end: target.lastIndex }
}

function bareLink(url: string, end: number): Taken {
  const trailing = /[.,:;!?'"*_~)\]]+$/.exec(url)?.[0] ?? ''
  const own = url.slice(0, url.length - trailing.length)
  const closes = trailing[0] === ')' && own.includes('(') ? 1 : 0
  const target = url.slice(0, own.length + closes)
  return { markup: anchor(target, [target]), end: end - trailing.length + closes }
}

/** The text alone, when it leads elsewhere than to the web or to a mailbox. */
function anchor(target: string, children: readonly Markup[]): Markup {
  const href = safeLink(target)
  if (href === null) return { tag: 'span', children }
  return { tag: 'a', children, attributes: { href, target: '_blank', rel: 'noopener noreferrer nofollow' } }
}

export function safeLink(target: string): string | null {
  if (!/^(https?:\/\/|mailto:)/i.test(target) || !URL.canParse(target)) return null
  const { protocol, href } = new URL(target)
  return ['http:', 'https:', 'mailto:'].includes(protocol) ? href : null
}
