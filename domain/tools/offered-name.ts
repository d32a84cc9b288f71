// Names of tools on /rpc. Clients accept up to 64 of A-Z, a-z, 0-9, `_`, `.` and `-`. A name that does not
// fit, as `<slug>__<tool>` may not, is cut and made unique by a hash of the whole name. Agents are
// configured with the hash, so it never changes. Plans keep the whole name: offeredName in tool.ts.
// 1. The name of a registered tool has `__` after its slug, and slugs have none: no server can take the
//    name of a built-in tool or of another server's tool.
import { hash } from 'node:crypto'
import { offeredName } from './tool.ts'

export const rpcNameLength = 64
const hashLength = 10

const fitting = /^[A-Za-z0-9_.-]{1,64}$/

/**
 * `orders__list`; `orders__list_everything_that_..._3f29b01c4d` when the name is too long or has other
 * characters.
 */
export function rpcName(tool: { readonly server: string | null; readonly name: string }): string {
  return fittingName(offeredName(tool))
}

/** The name itself, or one of allowed characters and length that stands for it alone. */
export function fittingName(whole: string): string {
  if (fitting.test(whole)) return whole
  const kept = whole.replace(/[^A-Za-z0-9_.-]/g, '_').slice(0, rpcNameLength - hashLength - 1)
  return `${kept}_${hash('sha256', whole).slice(0, hashLength)}`
}
