// Snapshots of an execution: effects.ts hands freeze and thaw to the runtime. Without snapshots a foreach of
// thousands of waiting items would be folded again at each wake. In memory a frame shares the names of the
// frames around it; a snapshot stores only its own, or a large item would be written once per inner frame.

import { own } from '../../domain/own.ts'
import type { Frame, State } from './protocol.ts'
import { framePathOf } from './steps/paths.ts'

/** Count it up when you change the shape of State, or how a program numbers its lists (program.ts). */
export const stateVersion = 10

type Names = Frame['names']

export function freeze(state: State): State {
  const frames: State['frames'] = {}
  for (const [path, frame] of Object.entries(state.frames))
    frames[path] = { ...frame, names: without(frame.names, enclosingNames(state.frames, frame)) }
  return { ...state, frames }
}

/** Makes the state again from what `freeze` returned. */
export function thaw(kept: State): State {
  const frames: State['frames'] = {}
  // A frame comes after the frames around it, since it opened after them.
  for (const [path, frame] of Object.entries(kept.frames))
    frames[path] = { ...frame, names: { ...enclosingNames(frames, frame), ...frame.names } }
  return { ...kept, frames }
}

function enclosingNames(frames: State['frames'], { owner }: Frame): Names {
  return owner === null ? {} : (own(frames, framePathOf(owner))?.names ?? {})
}

/** The names that the outer frame does not have, or has with another value. */
function without(names: Names, outer: Names): Names {
  return Object.fromEntries(
    Object.entries(names).filter(([name, value]) => !Object.hasOwn(outer, name) || outer[name] !== value),
  )
}
