// The tool that a name can only mean: by case and separators, with or without its server.

/** Offered name, or null: none, or several. @param tools offered names */
export function toolMeant(said: string, tools: readonly string[]): string | null {
  if (tools.includes(said)) return said
  const sought = plain(said)
  const same = tools.filter(tool => plain(tool) === sought)
  if (same.length === 1) return same[0]!
  const named = tools.filter(tool => plain(nameOf(tool)) === sought)
  return named.length === 1 ? named[0]! : null
}

function nameOf(tool: string): string {
  return tool.slice(tool.indexOf('__') + 2)
}

/** `shop.listOrders`, `Shop/list-orders` and `shop__list_orders` are one. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}
