// Which tools of /rpc an API key may see and call: names, or patterns in which `*` stands for any
// characters. A list takes away and never adds; a key without one may use all that its role and scopes
// allow.
import { z } from 'zod'

/** Patterns of an API key; null: all tools. */
export type ToolAllowance = readonly string[] | null

export const ToolPatterns = z
  .array(z.string().regex(/^[A-Za-z0-9_.*-]{1,128}$/, 'expected the name of a tool, or a pattern with *'))
  .min(1)
  .max(200)

export function allowsTool(allowance: ToolAllowance, name: string): boolean {
  return allowance === null || allowance.some(pattern => matches(pattern, name))
}

/**
 * Does `granted` allow every tool that `asked` allows? Only a `*` of `granted` matches a `*` of `asked`, so
 * it is enough to treat the latter as an ordinary character.
 */
export function covers(granted: ToolAllowance, asked: ToolAllowance): boolean {
  if (granted === null) return true
  return asked?.every(pattern => allowsTool(granted, pattern)) ?? false
}

/** Linear in both lengths: looks for each part between stars after the end of the part before. */
function matches(pattern: string, name: string): boolean {
  const [first, ...rest] = pattern.split('*')
  if (rest.length === 0) return pattern === name
  const last = rest.pop()!
  if (!name.startsWith(first!)) return false
  let from = first!.length
  for (const part of rest) {
    const at = name.indexOf(part, from)
    if (at === -1) return false
    from = at + part.length
  }
  return name.length - last.length >= from && name.endsWith(last)
}
