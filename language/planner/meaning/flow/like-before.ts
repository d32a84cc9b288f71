// What a case leaves out is as in the case before it, with another value.
import { withParts } from '../../grammar/packing.ts'
import type { Body, Complement } from '../../grammar/terms.ts'
import { dead, type State } from '../state.ts'

/** "If it is de, return "Hallo", otherwise "Hello"": done as in the case before, with another value. */
export function likeBefore(state: State, body: Body): Body {
  const [only] = body
  if (body.length !== 1 || only?.s !== 'ask for' || only.np.t !== 'value') {
    if (body.some(({ s }) => s === 'call')) {
      state.lastThen = body
      state.touch(`then ${body.map(({ span }) => span).join()}`)
    }
    return body
  }
  const model = state.lastThen?.filter(({ s }) => s === 'call') ?? []
  const [call] = model
  if (model.length !== 1 || call?.s !== 'call') return dead('what is done with this?', only.span)
  const { np } = only
  const isText = (part: Complement) => 'np' in part && part.np.t === 'value' && part.np.value.v === 'text'
  const other = withParts(call, parts =>
    parts.filter(isText).length === 1
      ? parts.map(part => (isText(part) ? ({ ...part, np } as Complement) : part))
      : null,
  )
  return other === null ? dead('which of the values is this instead of?', only.span) : [other]
}
