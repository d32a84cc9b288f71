// The prompt in CodeMirror, loaded when a page shows it. The document lives in the editor: a key costs one
// transaction and one timer, and React hears of the text when somebody pauses.
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { type Diagnostic as Mark, setDiagnostics } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { drawSelection, EditorView, keymap, placeholder } from '@codemirror/view'
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { nonce } from '../../../../nonce.ts'
import { words } from '../../../../words/write.ts'
import { type Diagnostic, instead, type Planned } from '../planned.ts'
import { completion } from './completion.ts'
import { indenting } from './indentation.ts'
import { look } from './look.ts'
import { lightStep, marks, type StepSpan, setSteps, whenPointed } from './marks.ts'

export interface PromptEditorHandle {
  /** Puts a whole text in place, as one change that can be undone. */
  write(prompt: string): void
  /** The same, while somebody writes elsewhere: the focus stays there. One that stands there is no change. */
  put(prompt: string): void
  /** Puts a text in place of a part of the prompt. */
  replace(span: readonly [number, number], text: string): void
  /** Selects a part, and shows it. */
  select(span: readonly [number, number]): void
  focus(): void
}

export interface PromptEditorProps {
  readonly initial: string
  readonly onType: (text: string) => void
  readonly planned: Planned | null
  readonly lit: string | null
  readonly onPoint: (step: string | null) => void
  readonly isReadOnly: boolean
  /** Says how the prompt could go on: where the reader plans. */
  readonly completes: boolean
  /** The handle works from here on. */
  readonly onReady: () => void
  readonly ref: Ref<PromptEditorHandle>
}

export function PromptEditor(props: PromptEditorProps) {
  const { initial, onType, planned, lit, onPoint, onReady, isReadOnly, completes, ref } = props
  const place = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorView>(null)
  const heard = useRef({ onType, onPoint, onReady, completes })
  heard.current = { onType, onPoint, onReady, completes }

  useEffect(() => {
    const view = new EditorView({
      parent: place.current!,
      state: EditorState.create({
        doc: initial,
        extensions: extensionsFor({
          isReadOnly,
          onType: text => heard.current.onType(text),
          onPoint: step => heard.current.onPoint(step),
          completes: () => heard.current.completes,
        }),
      }),
    })
    editor.current = view
    heard.current.onReady()
    return () => view.destroy()
  }, [initial, isReadOnly])

  useEffect(() => {
    const view = editor.current
    // An answer about another text than this one has moved along already.
    if (view === null || planned === null || view.state.doc.toString() !== planned.prompt) return
    view.dispatch({ effects: setSteps.of(spansOf(planned)) })
    view.dispatch(setDiagnostics(view.state, marksOf(planned)))
  }, [planned])

  useEffect(() => {
    editor.current?.dispatch({ effects: lightStep.of(lit) })
  }, [lit])

  useImperativeHandle(ref, () => handleOf(editor))
  return <div ref={place} className="h-full min-h-0" />
}

interface Wishes {
  readonly isReadOnly: boolean
  readonly onType: (text: string) => void
  readonly onPoint: (step: string | null) => void
  readonly completes: () => boolean
}

function extensionsFor({ isReadOnly, onType, onPoint, completes }: Wishes) {
  return [
    EditorView.cspNonce.of(nonce),
    look,
    history(),
    drawSelection(),
    EditorView.lineWrapping,
    EditorState.readOnly.of(isReadOnly),
    placeholder(words.promptPlaceholder),
    EditorView.contentAttributes.of({ 'aria-label': words.prompt, spellcheck: 'false' }),
    completion(completes),
    indenting(),
    keymap.of([...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter'), ...historyKeymap]),
    whenPointed.of(onPoint),
    marks,
    EditorView.updateListener.of(update => {
      if (update.docChanged) onType(update.state.doc.toString())
    }),
  ]
}

function handleOf(editor: { readonly current: EditorView | null }): PromptEditorHandle {
  const put = (from: number, to: number, insert: string) =>
    editor.current!.dispatch({ changes: { from, to, insert }, selection: { anchor: from + insert.length } })
  const change = (from: number, to: number, insert: string) => {
    put(from, to, insert)
    editor.current!.focus()
  }
  return {
    write: prompt => change(0, editor.current!.state.doc.length, prompt),
    put(prompt) {
      const { state } = editor.current!
      // Its line ends are those of the editor.
      if (!state.toText(prompt).eq(state.doc)) put(0, state.doc.length, prompt)
    },
    replace: ([from, to], text) => change(from, to, text),
    select([from, to]) {
      const view = editor.current!
      const { length } = view.state.doc
      const selection = { anchor: Math.min(from, length), head: Math.min(to, length) }
      view.dispatch({ selection, scrollIntoView: true })
      view.focus()
    },
    focus: () => editor.current?.focus(),
  }
}

function spansOf({ outline }: Planned): readonly StepSpan[] {
  return outline.flatMap(({ step, span }) => (step === null || span === null ? [] : [{ step, span }]))
}

const severities = { error: 'error', question: 'warning', info: 'info' } as const

function marksOf({ prompt, diagnostics }: Planned): readonly Mark[] {
  return diagnostics.flatMap(diagnostic => {
    const [from, to] = diagnostic.span ?? [0, 0]
    if (diagnostic.span === null || to > prompt.length || from >= to) return []
    return [
      {
        ...{ from, to, message: diagnostic.message, severity: severities[diagnostic.severity] },
        actions: actionsOf(diagnostic, prompt),
      },
    ]
  })
}

function actionsOf(diagnostic: Diagnostic, prompt: string): NonNullable<Mark['actions']> {
  return instead(diagnostic, prompt).map(({ title, prompt: text }) => ({
    name: title,
    apply: view => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
  }))
}
