// How the notation looks, beside what every editor here has (../editor/look.ts): the kinds of tokens in the
// colours of the dashboard, which both themes have.

import { EditorView } from '@codemirror/view'
import type { Token } from '../../../../../language/editing.ts'

/** The class of each kind of token. */
export const classOf: { readonly [Kind in Token['kind']]: string } = {
  number: 'nt-number',
  words: 'nt-words',
  tool: 'nt-tool',
  argument: 'nt-argument',
  name: 'nt-name',
  literal: 'nt-literal',
  text: 'nt-text',
  expression: 'nt-expression',
  code: 'nt-code',
  fence: 'nt-fence',
}

export const notationLook = EditorView.theme({
  '.cm-scroller': { fontFamily: 'var(--font-mono)', fontSize: '13px', lineHeight: '22px' },
  '.cm-content': { padding: '10px 0' },
  '.cm-line': { padding: '0 12px' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--faint)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 4px 0 12px', minWidth: '28px' },
  '.nt-number': { color: 'var(--dim)' },
  '.nt-words': { color: 'var(--ink)' },
  '.nt-tool': { color: 'var(--accent)', fontWeight: '600' },
  '.nt-argument': { color: 'var(--accent)' },
  '.nt-name': { color: 'var(--ink)', fontWeight: '600' },
  '.nt-literal': { color: 'var(--warn)' },
  '.nt-text': { color: 'var(--good)' },
  '.nt-expression': {
    color: 'var(--busy)',
    backgroundColor: 'var(--busy-soft)',
    borderRadius: '3px',
  },
  '.nt-code': { color: 'var(--busy)' },
  '.nt-fence': { color: 'var(--dim)' },
  '.cm-snippetField': { backgroundColor: 'var(--accent-soft)', borderRadius: '3px' },
  '.cm-snippetFieldPosition': { borderLeft: '1.5px solid var(--accent)' },
  '.cm-tooltip.cm-completionInfo': { padding: '8px 12px', fontSize: '13px', whiteSpace: 'pre-wrap' },
})
