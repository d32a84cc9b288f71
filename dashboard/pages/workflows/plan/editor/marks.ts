// What is marked in the prompt: placeholders as chips, the words of each step (moved along with changes until
// the next plan), and those of the step that is looked at.
import { Facet, RangeSet, RangeValue, StateEffect, StateField } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  EditorView,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'

export interface StepSpan {
  readonly step: string
  readonly span: readonly [number, number]
}

class StepRange extends RangeValue {
  readonly step: string

  constructor(step: string) {
    super()
    this.step = step
  }

  override eq(other: StepRange): boolean {
    return other.step === this.step
  }
}

/** Told which step the pointer is on. */
export const whenPointed = Facet.define<(step: string | null) => void>()
export const setSteps = StateEffect.define<readonly StepSpan[]>()
export const lightStep = StateEffect.define<string | null>()

const steps = StateField.define<RangeSet<StepRange>>({
  create: () => RangeSet.empty,
  update(ranges, transaction) {
    let next = ranges.map(transaction.changes)
    for (const effect of transaction.effects)
      if (effect.is(setSteps)) next = rangesOf(effect.value, transaction.newDoc.length)
    return next
  },
})

const lit = StateField.define<string | null>({
  create: () => null,
  update(step, { effects }) {
    for (const effect of effects) if (effect.is(lightStep)) return effect.value
    return step
  },
})

const litMark = Decoration.mark({ class: 'cm-lit' })

const litWords = EditorView.decorations.compute([steps, lit], state => {
  const step = state.field(lit)
  if (step === null) return Decoration.none
  const found: ReturnType<typeof litMark.range>[] = []
  state.field(steps).between(0, state.doc.length, (from, to, value) => {
    if (value.step === step && from < to) found.push(litMark.range(from, to))
  })
  return Decoration.set(found, true)
})

function rangesOf(spans: readonly StepSpan[], length: number): RangeSet<StepRange> {
  const ranges = spans
    .filter(({ span: [from, to] }) => from >= 0 && from < to && to <= length)
    .map(({ step, span: [from, to] }) => new StepRange(step).range(from, to))
  return RangeSet.of(ranges, true)
}

/** The innermost step that these words made. */
export function stepAt(view: EditorView, position: number): string | null {
  let found: { readonly step: string; readonly size: number } | null = null
  view.state.field(steps).between(position, position, (from, to, { step }) => {
    // Of two with the same words, the later stands further inside.
    if (found === null || to - from <= found.size) found = { step, size: to - from }
  })
  return (found as { readonly step: string } | null)?.step ?? null
}

const pointing = EditorView.domEventHandlers({
  mousemove(event, view) {
    const position = view.posAtCoords({ x: event.clientX, y: event.clientY })
    const step = position === null ? null : stepAt(view, position)
    for (const tell of view.state.facet(whenPointed)) tell(step)
  },
  mouseleave(_event, view) {
    for (const tell of view.state.facet(whenPointed)) tell(null)
  },
})

const placeholder = new MatchDecorator({
  regexp: /\{\{[^{}\n]*\}\}/g,
  decoration: Decoration.mark({ class: 'cm-chip' }),
})

/** Only lines that are seen, and of those only what has changed, are looked at. */
const chips = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet

    constructor(view: EditorView) {
      this.decorations = placeholder.createDeco(view)
    }

    update(update: ViewUpdate) {
      this.decorations = placeholder.updateDeco(update, this.decorations)
    }
  },
  { decorations: plugin => plugin.decorations },
)

export const marks = [steps, lit, litWords, pointing, chips]
