// The plan as a graph, loaded when somebody opens it. Pointing at a box lights up its words, as in the
// outline.
import '@xyflow/react/dist/base.css'
import {
  Background,
  Controls,
  type Edge,
  Handle,
  MarkerType,
  type Node,
  Position,
  ReactFlow,
} from '@xyflow/react'
import { useMemo } from 'react'
import { useTheme } from '../../../../app/theme.ts'
import { cx } from '../../../../parts/class-names.ts'
import { words } from '../../../../words/write.ts'
import { Sentence } from '../outline.tsx'
import type { Planned } from '../planned.ts'
import { boxSize, graphOf } from './graph-layout.ts'

type Box = Node<{ readonly text: string; readonly isLit: boolean }, 'box'>

const nodeTypes = { box: BoxNode }

export interface GraphProps {
  readonly planned: Planned
  readonly lit: string | null
  readonly onPoint: (step: string | null) => void
}

export function Graph({ planned, lit, onPoint }: GraphProps) {
  const theme = useTheme()
  const { boxes, arrows } = useMemo(() => graphOf(planned.plan.steps, planned.outline), [planned])
  const nodes: Box[] = boxes.map(({ id, text, x, y }) => ({
    id,
    type: 'box',
    position: { x, y },
    data: { text, isLit: id === lit },
    ...boxSize,
  }))
  const edges: Edge[] = arrows.map(({ from, to, label }, index) => ({
    id: String(index),
    source: from,
    target: to,
    label,
    markerEnd: { type: MarkerType.ArrowClosed, color: 'var(--line-strong)' },
    style: { stroke: 'var(--line-strong)' },
    labelStyle: { fill: 'var(--dim)', fontSize: 12 },
    labelBgStyle: { fill: 'var(--page)' },
  }))
  return (
    <div className="h-full min-h-80" role="region" aria-label={words.graph}>
      <p className="sr-only">{words.graphHint}</p>
      <ReactFlow
        key={boxes.map(({ id }) => id).join(' ')}
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        colorMode={theme === 'system' ? 'system' : theme}
        fitView
        fitViewOptions={{ maxZoom: 1, padding: 0.15 }}
        minZoom={0.2}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        proOptions={{ hideAttribution: true }}
        onNodeMouseEnter={(_event, node) => onPoint(node.id)}
        onNodeMouseLeave={() => onPoint(null)}
      >
        <Background color="var(--line)" gap={16} />
        <Controls showInteractive={false} />
      </ReactFlow>
    </div>
  )
}

function BoxNode({ data: { text, isLit } }: { readonly data: Box['data'] }) {
  return (
    <div
      title={text}
      className={cx(
        'flex h-full w-full items-center overflow-hidden rounded-md border px-3 text-xs',
        isLit ? 'border-busy bg-busy-soft' : 'border-line bg-raised',
      )}
    >
      <Handle type="target" position={Position.Top} isConnectable={false} className="opacity-0" />
      <span className="line-clamp-3">
        <Sentence text={text} />
      </span>
      <Handle type="source" position={Position.Bottom} isConnectable={false} className="opacity-0" />
    </div>
  )
}
