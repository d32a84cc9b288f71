// The state of an execution as it is kept beside its journal: a foreach of thousands of items that each wait would
// otherwise be folded anew for every one of them. Frames share the names of those that enclose them; each is kept with
// its own only, or a large item would be written once for every frame inside of it.
import { framePathOf, own } from './paths.ts'
import type { Frame, State } from './protocol.ts'

/** Counted up with every change of the shape of State, or of the order in which a program numbers its lists. */
export const stateVersion = 2

type Names = Frame['names']

export function freeze(state: State): State {
  const frames: State['frames'] = {}
  for (const [path, frame] of Object.entries(state.frames))
    frames[path] = { ...frame, names: without(frame.names, enclosingNames(state.frames, frame)) }
  return { ...state, frames }
}

/** The way back. */
export function thaw(kept: State): State {
  const frames: State['frames'] = {}
  // A frame comes after those that enclose it: it was opened after them.
  for (const [path, frame] of Object.entries(kept.frames))
    frames[path] = { ...frame, names: { ...enclosingNames(frames, frame), ...frame.names } }
  return { ...kept, frames }
}

function enclosingNames(frames: State['frames'], { owner }: Frame): Names {
  return owner === null ? {} : (own(frames, framePathOf(owner))?.names ?? {})
}

/** Names that mean something else outside, or nothing. */
function without(names: Names, outer: Names): Names {
  return Object.fromEntries(
    Object.entries(names).filter(([name, value]) => !Object.hasOwn(outer, name) || outer[name] !== value),
  )
}
