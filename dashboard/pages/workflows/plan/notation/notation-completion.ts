// How the notation could go on, as language/notation/editing says it. The list comes by itself where
// something has to be chosen or a word is begun, and by Ctrl-Space anywhere.
import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  completionKeymap,
  snippet,
  startCompletion,
} from '@codemirror/autocomplete'
import { type Extension, Prec } from '@codemirror/state'
import { type EditorView, keymap } from '@codemirror/view'
import { completionsAt, type Given, type Group, type Option } from '../../../../../language/editing.ts'

/** What somebody who has just come here has to choose, before a letter is typed. */
const chosen: ReadonlySet<Option['type']> = new Set(['tool', 'argument', 'value', 'reference'])
const longest = 100_000

/** @param given what the organization has, asked at each key */
export function notationCompletion(given: () => Given): Extension {
  return [
    autocompletion({
      override: [context => complete(context, given())],
      icons: false,
      activateOnTypingDelay: 80,
      interactionDelay: 50,
    }),
    Prec.highest(keymap.of([{ key: 'Tab', run: acceptCompletion }, ...completionKeymap])),
  ]
}

function complete({ state, pos, explicit }: CompletionContext, given: Given): CompletionResult | null {
  if (state.doc.length > longest) return null
  const groups = completionsAt(state.doc.toString(), pos, given).filter(
    ({ from, options }) => explicit || from < pos || chosen.has(options[0]!.type),
  )
  if (groups.length === 0) return null
  const from = Math.min(...groups.map(group => group.from))
  return { from, to: pos, options: groups.flatMap(completionsOf), filter: false }
}

/** Each replaces what its group is about, which may begin later than that of another. */
function completionsOf({ from, options }: Group): readonly Completion[] {
  return options.map(option => ({
    label: option.label,
    ...(option.detail !== undefined && { detail: option.detail }),
    ...(option.info !== undefined && { info: option.info }),
    apply: (view: EditorView, completion: Completion, _: number, to: number) =>
      take(option, view, completion, from, to),
  }))
}

function take(option: Option, view: EditorView, completion: Completion, from: number, to: number): void {
  snippet(numbered(option.apply))(view, completion, from, to)
  // Whoever has taken the beginning chooses what comes next.
  if (option.isBegun === true) startCompletion(view)
}

/** Each place is one of its own, also where two have the same name. */
function numbered(template: string): string {
  let count = 0
  return template.replace(/\$\{([^{}]*)\}/g, (_, name: string) => {
    count += 1
    return `\${${count}:${name}}`
  })
}
