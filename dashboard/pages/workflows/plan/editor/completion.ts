// How the prompt could go on, as the service says it. Tab takes a suggestion; Enter stays a new line, except
// where somebody asked for the list (Ctrl-Space).
import {
  acceptCompletion,
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeCompletion,
  completionStatus,
  moveCompletionSelection,
  startCompletion,
} from '@codemirror/autocomplete'
import { type Extension, Prec } from '@codemirror/state'
import { keymap } from '@codemirror/view'
import { api } from '../../../../app/api.ts'

const longestPrompt = 20_000

async function suggest(context: CompletionContext): Promise<CompletionResult | null> {
  const { pos, state, explicit } = context
  const prompt = state.doc.toString()
  const line = state.doc.lineAt(pos)
  // In the middle of a line somebody mends what is there.
  if (prompt.length > longestPrompt || (!explicit && pos < line.to)) return null
  // A stop ends a sentence, except within {{inputs.
  if (!explicit && !/(?:[\p{L}{]|\{\{[\w.]*\.)$/u.test(state.sliceDoc(line.from, pos))) return null
  const abort = new AbortController()
  context.addEventListener('abort', () => abort.abort())
  try {
    const said = await api('POST /api/v1/workflows/plan/suggest', {
      body: { prompt, offset: pos },
      signal: abort.signal,
    })
    if (context.aborted || said.suggestions.length === 0) return null
    const options = said.suggestions.map(({ text, title }, rank) => ({
      label: text,
      detail: title === text ? '' : title,
      boost: -rank,
    }))
    return { from: said.from, to: pos, options, filter: false }
  } catch {
    // Nothing to offer is no error of who types; the plan says what is wrong.
    return null
  }
}

/** @param isWanted asked at each key: is it the reader that plans? */
export function completion(isWanted: () => boolean): Extension {
  let wasAsked = false
  return [
    autocompletion({
      override: [context => (isWanted() ? suggest(context) : null)],
      defaultKeymap: false,
      icons: false,
      activateOnTypingDelay: 150,
      interactionDelay: 50,
    }),
    Prec.highest(
      keymap.of([
        {
          key: 'Ctrl-Space',
          run: view => {
            wasAsked = true
            return startCompletion(view)
          },
        },
        { key: 'Tab', run: acceptCompletion },
        {
          key: 'Enter',
          run: view => {
            const takes = wasAsked && completionStatus(view.state) === 'active'
            wasAsked = false
            if (takes) return acceptCompletion(view)
            closeCompletion(view)
            return false
          },
        },
        { key: 'Escape', run: closeCompletion },
        { key: 'ArrowDown', run: moveCompletionSelection(true) },
        { key: 'ArrowUp', run: moveCompletionSelection(false) },
      ]),
    ),
  ]
}
