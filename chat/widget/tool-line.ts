// One line about a tool that the assistant calls; folded up in it: with what, and what came back.
import type { ToolPart } from '../client/wire.ts'
import { shownBlock, shownName } from '../shown/shown.ts'
import { h, type View, write } from './dom.ts'
import { jsonDetails } from './json-details.ts'
import type { ChatStrings } from './strings.ts'
import { fill } from './strings.ts'

export function toolLine(strings: ChatStrings): View<ToolPart> {
  const label = h('span', { class: 'name' })
  const inside = h('div', {})
  const node = h(
    'details',
    { class: 'tool', part: 'tool' },
    h('summary', {}, h('span', { class: 'dot' }), label),
    inside,
  )
  let shown: ToolPart | null = null
  return {
    node,
    update(tool) {
      if (tool === shown) return
      shown = tool
      node.dataset['status'] = tool.status
      write(label, fill(strings[`tool_${tool.status}`], { name: shownName(tool.name) }))
      inside.replaceChildren(
        ...[
          tool.args !== null && jsonDetails(strings.arguments, tool.args, true),
          tool.output !== null && jsonDetails(strings.result, tool.output, true),
          tool.error !== null && h('p', { class: 'error', dir: 'auto' }, shownBlock(tool.error)),
        ].filter(it => it !== false),
      )
    },
  }
}
