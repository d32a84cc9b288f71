import { test } from 'tap'
import { blocks } from '../../chat/markdown/blocks.ts'
import { inline, type Markup, safeLink } from '../../chat/markdown/inline.ts'

/** As HTML, for the eye; the widget never makes any. */
function html(markup: Markup): string {
  if (typeof markup === 'string') return markup
  const attributes = Object.entries(markup.attributes ?? {}).filter(([name]) =>
    ['href', 'start', 'language'].includes(name),
  )
  const named = attributes.map(([name, value]) => ` ${name}=${value}`).join('')
  return `<${markup.tag}${named}>${markup.children.map(html).join('')}</${markup.tag}>`
}
const inlined = (text: string, isOpen = false) => inline(text, isOpen).map(html).join('')
const shown = (text: string, isOpen = false) =>
  blocks(text, isOpen)
    .map(({ element }) => html(element()))
    .join('')

test('emphasis, code and links are what they are in Markdown', async t => {
  const cases: Record<string, string> = {
    'a **b** *c* __d__ _e_ ~~f~~':
      'a <strong>b</strong> <em>c</em> <strong>d</strong> <em>e</em> <del>f</del>',
    '**a *b* c**': '<strong>a <em>b</em> c</strong>',
    '`a *b*` ``c ` d``': '<code>a *b*</code> <code>c ` d</code>',
    'snake_case_name and 2 * 3 * 4': 'snake_case_name and 2 * 3 * 4',
    '\\*a\\* \\[b\\]': '*a* [b]',
    '[a](https://x.org/(b) "title") c': '<a href=https://x.org/(b)>a</a> c',
    '[**a** `b`](mailto:a@x.org)': '<a href=mailto:a@x.org><strong>a</strong> <code>b</code></a>',
    'see https://x.org/a_b_c.': 'see <a href=https://x.org/a_b_c>https://x.org/a_b_c</a>.',
    '(https://x.org/a)': '(<a href=https://x.org/a>https://x.org/a</a>)',
    '<https://x.org>': '<a href=https://x.org/>https://x.org</a>',
    '![a cat](https://x.org/cat.png)!': 'a cat!',
    'a [b] c [d](https://x.org)': 'a [b] c <a href=https://x.org/>d</a>',
    'a\nb  \nc': 'a<br></br>b<br></br>c',
    '**a `b [c': '**a `b [c',
  }
  for (const [text, expected] of Object.entries(cases)) t.equal(inlined(text), expected, text)
})

test('marks that have no end yet end with what there is, while more is to come', async t => {
  t.equal(inlined('a **b c', true), 'a <strong>b c</strong>')
  t.equal(inlined('a `b c', true), 'a <code>b c</code>')
  t.equal(inlined('a **b c'), 'a **b c')
})

test('a link leads to the web or to a mailbox, or is none', async t => {
  t.equal(safeLink('https://x.org/a?b=c'), 'https://x.org/a?b=c')
  t.equal(safeLink('HTTP://X.org'), 'http://x.org/')
  t.equal(safeLink('mailto:a@x.org'), 'mailto:a@x.org')
  for (const target of [
    'javascript:a',
    'data:a',
    '//x.org',
    '/a',
    'a',
    'https:',
    'https://',
    ' javascript:a',
    'ftp://x.org',
  ])
    t.equal(safeLink(target), null, target)
})

test('blocks are what they are in Markdown', async t => {
  const cases: Record<string, string> = {
    '# A\n## B\ntext': '<h3>A</h3><h4>B</h4><p>text</p>',
    'a\nb\n\nc': '<p>a<br></br>b</p><p>c</p>',
    '- a\n- b\n  - c\n- d': '<ul><li>a</li><li>b<ul><li>c</li></ul></li><li>d</li></ul>',
    '3. a\n4. b\n\n   more': '<ol start=3><li>a</li><li>b<p>more</p></li></ol>',
    '- a\n1. b': '<ul><li>a</li></ul><ol start=1><li>b</li></ol>',
    '> a\n> - b\n\nc': '<blockquote><p>a</p><ul><li>b</li></ul></blockquote><p>c</p>',
    '```js\n# a\n\n- b\n```\nc': '<pre language=js><code># a\n\n- b</code></pre><p>c</p>',
    '~~~\na': '<pre language=><code>a</code></pre>',
    'a\n***\nb': '<p>a</p><hr></hr><p>b</p>',
    '| a | b |\n|:-|-:|\n| 1 | 2 \\| 3 |\n\nc':
      '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2 | 3</td></tr></tbody></table><p>c</p>',
    'a: 1\n- b': '<p>a: 1</p><ul><li>b</li></ul>',
    '<b>a</b>': '<p><b>a</b></p>',
    '': '',
  }
  for (const [text, expected] of Object.entries(cases)) t.equal(shown(text), expected, text)
})

test('a block that is followed by another one is the same, however the text goes on', async t => {
  const text = '# A\n\n- b\n- c\n\n```\nd\n```\n\n| e | f |\n|---|---|\n| 1 | 2 |\n\nEnd'
  const whole = blocks(text)
  for (let length = 0; length <= text.length; length++) {
    const part = blocks(text.slice(0, length), true)
    for (const [n, block] of part.slice(0, -2).entries()) t.equal(block.source, whole[n]!.source)
  }
})

test('texts that are made to take long do not', async t => {
  const hostile = [
    '*a ',
    '**a ',
    '_a',
    '`',
    '``a` ',
    '[',
    '![',
    '[a](',
    '<https://',
    '> ',
    '- ',
    '|-',
    '\\',
    '~~',
    '  \n',
    '1. ',
  ]
  for (const piece of hostile) {
    const text = piece.repeat(Math.ceil(20_000 / piece.length))
    const made = (all: string) => blocks(all, true).map(it => it.element())
    t.ok(made(text), JSON.stringify(piece))
    t.ok(made(`${piece}\n`.repeat(2_000)), `lines of ${JSON.stringify(piece)}`)
  }
})
