// What stands below a line that ends with a colon belongs to it, and is indented: the editor does it for
// those who do not think of it, and takes it back where the next number of the list above is written.
import { type Extension, Prec } from '@codemirror/state'
import { type Command, EditorView, keymap } from '@codemirror/view'

/** As far as the text of `1. ` stands in. */
const indentation = '   '

const newLine: Command = ({ state, dispatch }) => {
  const { from, empty } = state.selection.main
  const line = state.doc.lineAt(from)
  if (!empty || from !== line.to || state.readOnly) return false
  const outer = /^\s*/.exec(line.text)![0]
  // A second Enter ends the list.
  if (outer !== '' && line.text === outer) {
    dispatch(state.update({ changes: { from: line.from, to: line.to } }))
    return true
  }
  if (!/:\s*$/.test(line.text)) return false
  const insert = `\n${outer}${indentation}`
  dispatch(
    state.update({
      changes: { from, insert },
      selection: { anchor: from + insert.length },
      scrollIntoView: true,
      userEvent: 'input',
    }),
  )
  return true
}

/** `3. ` in an indented line, where the list above has come to 2. */
const nextNumber = EditorView.inputHandler.of((view, from, to, text) => {
  const { doc } = view.state
  const line = doc.lineAt(from)
  const [, outer, number] = /^(\s+)(\d{1,3})[.)]$/.exec(line.text) ?? []
  if (text !== ' ' || from !== to || from !== line.to || outer === undefined) return false
  let above = line.number - 1
  while (above > 0 && /^(\s|$)/.test(doc.line(above).text)) above -= 1
  const last = above === 0 ? null : /^(\d{1,3})[.)] /.exec(doc.line(above).text)
  if (last === null || Number(last[1]) !== Number(number) - 1) return false
  const end = line.to - outer.length
  view.dispatch({
    changes: [
      { from: line.from, to: line.from + outer.length },
      { from: line.to, insert: ' ' },
    ],
    selection: { anchor: end + 1 },
    userEvent: 'input',
  })
  return true
})

export function indenting(): Extension {
  return [nextNumber, Prec.high(keymap.of([{ key: 'Enter', run: newLine }]))]
}
