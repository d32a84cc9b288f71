// The order of GET /tools: built-in tools first, then those of each tool server, by name. A tool that comes
// or goes moves no other one, so pages of the list neither skip nor repeat any.
import type { ListOrder } from '../page.ts'
import type { HubTool } from './tool.ts'

export const toolOrder: ListOrder<HubTool> = {
  name: 'tools',
  keyOf: placeOf,
  isKey: text => text.includes(' '),
  isAfter: (tool, key) => placeOf(tool) > key,
}

/** The tools in that order. @param tools the same array until something changes: it is sorted once */
export function inOrder(tools: readonly HubTool[]): readonly HubTool[] {
  let sorted = orders.get(tools)
  if (sorted === undefined) {
    sorted = tools
      .map(tool => ({ tool, place: placeOf(tool) }))
      .sort((a, b) => (a.place < b.place ? -1 : 1))
      .map(({ tool }) => tool)
    orders.set(tools, sorted)
  }
  return sorted
}

const orders = new WeakMap<readonly HubTool[], readonly HubTool[]>()

/** Neither slugs nor names hold a space. */
function placeOf({ server, name }: HubTool): string {
  return `${server ?? ''} ${name}`
}
