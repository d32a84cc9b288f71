// Texts that an attacker writes so that somebody approves something else than what happens, each with how it
// has to be shown. For the places that ask somebody.

export interface Deception {
  readonly what: string
  readonly written: string
  /** Inside of the quotes. */
  readonly shown: string
}

export const deceptions: readonly Deception[] = [
  { what: 'an override turns digits', written: 'pay \u202e000.01\u202c', shown: 'pay \\u202e000.01\\u202c' },
  { what: 'isolates hide a part', written: 'to \u2066Bob\u2069', shown: 'to \\u2066Bob\\u2069' },
  { what: 'a line that looks like a field', written: 'ok\n"amount": 1', shown: 'ok\\n\\"amount\\": 1' },
  { what: 'digits of no width between', written: '1\u200b0\u2060000', shown: '1\\u200b0\\u2060000' },
  { what: 'HTML', written: '<b onclick="x()">', shown: '<b onclick=\\"x()\\">' },
  { what: 'a link of Markdown', written: '[ok](http://e.example)', shown: '[ok](http://e.example)' },
  { what: 'an image of Markdown', written: '![](http://e.example/p)', shown: '![](http://e.example/p)' },
  { what: 'commands to a terminal', written: '\u001b[2J\u009b1A', shown: '\\u001b[2J\\u009b1A' },
  { what: 'a host with a foreign letter', written: 'http://p\u0430y.com', shown: 'http://p\\u0430y.com' },
  { what: 'mail to such a host', written: 'mailto:a@\u0430b.com', shown: 'mailto:a@\\u0430b.com' },
  {
    what: 'marks in a stack',
    written: `z${'\u0301'.repeat(6)}`,
    shown: `z${'\u0301'.repeat(4)}\\u0301\\u0301`,
  },
  { what: 'a digit that is struck', written: '1\u03360', shown: '1\\u03360' },
  { what: 'blanks that are no blanks', written: 'a\u00a0\u3164b', shown: 'a\\u00a0\\u3164b' },
  { what: 'tags that nobody sees', written: 'a\u{e0061}b', shown: 'a\\udb40\\udc61b' },
  { what: 'a soft hyphen', written: 'de\u00adlete', shown: 'de\\u00adlete' },
  { what: 'half a character', written: '\ud83d', shown: '\\ud83d' },
  {
    what: 'blanks up to the next line',
    written: `a${' '.repeat(10)}b`,
    shown: `a${' '.repeat(8)}\\u0020\\u0020b`,
  },
  { what: 'line ends of other kinds', written: 'a\u2028b\u0085c\rd', shown: 'a\\u2028b\\u0085c\\rd' },
  { what: 'a name from right to left', written: 'שלום 12', shown: 'שלום 12' },
  { what: 'a joiner in Latin', written: 'ad\u200dmin', shown: 'ad\\u200dmin' },
]

/** No lone surrogates: what a request may hold. */
export const sendable = deceptions.filter(({ written }) => written.isWellFormed())

export const longWord = 'w'.repeat(700)
export const longText = `${'Lorem ipsum dolor. '.repeat(900)}THE END`
