// The notation in CodeMirror. The document lives in the editor: a key costs one reading of the text, and
// React hears of it when somebody pauses.
import './no-eval.ts'

import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { lintKeymap, setDiagnostics } from '@codemirror/lint'
import { Annotation, EditorState } from '@codemirror/state'
import { drawSelection, EditorView, keymap, lineNumbers, placeholder } from '@codemirror/view'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { Given, MarkedText } from '../../../../../language/editing.ts'
import { nonce } from '../../../../nonce.ts'
import { words } from '../../../../words/workflow/notation.ts'
import { indenting } from '../editor/indentation.ts'
import { look } from '../editor/look.ts'
import type { Diagnostic } from '../planned.ts'
import { marked, readNow } from './highlighting.ts'
import { notationCompletion } from './notation-completion.ts'
import { notationLook } from './notation-look.ts'
import { faultMarks, planMarks } from './notation-marks.ts'

/** As long as somebody thinks between two words. */
const restMs = 300

export interface NotationEditorHandle {
  /** Reads the text now, without waiting for a pause. */
  settle(): void
  /** Gives each step the number of its place. */
  renumber(): void
  /** Shows a line, and goes there. */
  goTo(line: number): void
}

export interface NotationEditorProps {
  /** What stands there at first; another text replaces what stands there. */
  readonly text: string
  /** What the service says of the plan of `judged`. */
  readonly diagnostics: readonly Diagnostic[]
  readonly judged: string | null
  readonly isReadOnly: boolean
  readonly given: Given
  /** Somebody has begun to change the text. */
  readonly onTouch: () => void
  readonly onRest: (text: string, read: MarkedText, isChanged: boolean) => void
  readonly ref: Ref<NotationEditorHandle>
}

/** A change that nobody typed. */
const isGiven = Annotation.define<boolean>()

export function NotationEditor(props: NotationEditorProps) {
  const { text, diagnostics, judged, isReadOnly, ref } = props
  const place = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorView>(null)
  const heard = useRef(props)
  heard.current = props
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** The last text that was given, or told: the same again is no news. */
  const known = useRef(text)
  const isTouched = useRef(false)
  const [initial] = useState(text)

  const rest = () => {
    clearTimeout(timer.current)
    const view = editor.current
    if (view === null) return
    view.dispatch({ effects: readNow.of(null) })
    const said = view.state.doc.toString()
    const isChanged = isTouched.current
    isTouched.current = false
    known.current = said
    show(view, heard.current)
    heard.current.onRest(said, view.state.field(marked).text, isChanged)
  }
  const resting = useRef(rest)
  resting.current = rest

  useEffect(() => {
    const view = new EditorView({
      parent: place.current!,
      state: EditorState.create({
        doc: initial,
        extensions: [
          ...extensions(isReadOnly, () => heard.current.given),
          EditorView.domEventHandlers({
            blur({ relatedTarget: next }) {
              // Whoever goes to the words has written this beside those that stand there now.
              const isOfWords = next instanceof HTMLElement && next.isContentEditable
              if (isOfWords && isTouched.current) resting.current()
            },
          }),
          EditorView.updateListener.of(({ docChanged, transactions }) => {
            if (!docChanged) return
            if (!transactions.some(each => each.annotation(isGiven) === true)) {
              if (!isTouched.current) heard.current.onTouch()
              isTouched.current = true
            }
            clearTimeout(timer.current)
            timer.current = setTimeout(() => resting.current(), restMs)
          }),
        ],
      }),
    })
    editor.current = view
    resting.current()
    return () => {
      clearTimeout(timer.current)
      editor.current = null
      view.destroy()
    }
  }, [initial, isReadOnly])

  useEffect(() => {
    const view = editor.current
    if (view === null || text === known.current) return
    known.current = text
    isTouched.current = false
    const changes = { from: 0, to: view.state.doc.length, insert: text }
    view.dispatch({ changes, annotations: isGiven.of(true) })
    resting.current()
  }, [text])

  useEffect(() => {
    if (editor.current !== null) show(editor.current, { diagnostics, judged })
  }, [diagnostics, judged])

  useImperativeHandle(ref, () => ({
    settle: () => {
      if (isTouched.current) resting.current()
    },
    renumber() {
      const view = editor.current
      if (view === null) return
      view.dispatch({ changes: view.state.field(marked).text.renumbering, userEvent: 'input' })
      resting.current()
    },
    goTo(line) {
      const view = editor.current
      if (view === null || line > view.state.doc.lines) return
      view.dispatch({ selection: { anchor: view.state.doc.line(line).to }, scrollIntoView: true })
      view.focus()
    },
  }))
  return <div ref={place} className="h-full min-h-0" />
}

function show(
  view: EditorView,
  { diagnostics, judged }: Pick<NotationEditorProps, 'diagnostics' | 'judged'>,
) {
  const { text, isOld } = view.state.field(marked)
  const { doc } = view.state
  if (isOld) return
  const said = doc.toString() === judged ? planMarks(diagnostics, text, doc) : []
  view.dispatch(setDiagnostics(view.state, [...faultMarks(text), ...said]))
}

function extensions(isReadOnly: boolean, given: () => Given) {
  return [
    EditorView.cspNonce.of(nonce),
    // Where both say something, the first counts.
    notationLook,
    look,
    marked,
    history(),
    drawSelection(),
    lineNumbers(),
    EditorView.lineWrapping,
    EditorState.readOnly.of(isReadOnly),
    placeholder(words.placeholder),
    EditorView.contentAttributes.of({ 'aria-label': words.label, spellcheck: 'false', dir: 'ltr' }),
    ...(isReadOnly ? [] : [notationCompletion(given), indenting()]),
    keymap.of([...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter'), ...historyKeymap, ...lintKeymap]),
  ]
}
