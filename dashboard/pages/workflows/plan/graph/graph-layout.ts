// A plan as boxes and arrows, placed by dagre: the steps of a list one after another, branches beside each
// other, what stands in a loop behind it. Pure.
import dagre from '@dagrejs/dagre'
import type { OutlineLine, Planned } from '../planned.ts'

type Step = Planned['plan']['steps'][number]

export interface GraphBox {
  readonly id: string
  readonly kind: string
  readonly text: string
  readonly x: number
  readonly y: number
}

export interface GraphArrow {
  readonly from: string
  readonly to: string
  readonly label: string
}

export const boxSize = { width: 230, height: 62 } as const

interface Exit {
  readonly from: string
  readonly label: string
}

export function graphOf(
  steps: readonly Step[],
  outline: readonly OutlineLine[],
): { readonly boxes: readonly GraphBox[]; readonly arrows: readonly GraphArrow[] } {
  const found: Omit<GraphBox, 'x' | 'y'>[] = []
  const arrows: GraphArrow[] = []
  const textOf = (step: Step) => outline.find(line => line.step === step.id)?.text ?? step.title ?? step.id

  function list(all: readonly Step[], entries: readonly Exit[]): readonly Exit[] {
    return all.reduce((exits, step) => one(step, exits), entries)
  }

  function one(step: Step, entries: readonly Exit[]): readonly Exit[] {
    found.push({ id: step.id, kind: step.kind, text: textOf(step) })
    for (const { from, label } of entries) arrows.push({ from, to: step.id, label })
    const failing =
      typeof step.onError === 'object' ? list(step.onError.steps, [{ from: step.id, label: 'fails' }]) : []
    return [...inside(step), ...failing]
  }

  function inside(step: Step): readonly Exit[] {
    const here = (label = '') => [{ from: step.id, label }]
    switch (step.kind) {
      case 'if': {
        const cases = step.cases.flatMap(({ steps: each }, index) =>
          list(each, here(step.cases.length === 1 ? 'yes' : `case ${index + 1}`)),
        )
        return [...cases, ...list(step.else ?? [], here('otherwise'))]
      }
      case 'foreach':
        return list(step.steps, here('each'))
      case 'repeat':
        return list(step.steps, here('again'))
      case 'parallel':
        return step.branches.flatMap(branch => list(branch.steps, here(branch.name ?? '')))
      case 'return':
      case 'stop':
      case 'next':
      case 'fail':
        return []
      default:
        return here()
    }
  }

  list(steps, [])
  return { boxes: placed(found, arrows), arrows }
}

function placed(
  found: readonly Omit<GraphBox, 'x' | 'y'>[],
  arrows: readonly GraphArrow[],
): readonly GraphBox[] {
  const graph = new dagre.graphlib.Graph({ multigraph: true })
  graph.setGraph({ rankdir: 'TB', nodesep: 28, ranksep: 44 })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id } of found) graph.setNode(id, { ...boxSize })
  arrows.forEach(({ from, to }, index) => {
    graph.setEdge(from, to, {}, String(index))
  })
  dagre.layout(graph)
  return found.map(box => {
    const { x, y } = graph.node(box.id)
    return { ...box, x: x - boxSize.width / 2, y: y - boxSize.height / 2 }
  })
}
