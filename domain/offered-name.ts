// Names of tools on /rpc. Clients take up to 64 of A-Z, a-z, 0-9, `_`, `.` and `-`; what does not fit, as
// `<slug>__<tool>` may not, is cut and told apart by a hash of the whole name. The hash is part of what agents are
// configured with, so it never changes. Plans keep the whole name: see offeredName in tool.ts.
// 1. A name of a registered tool holds `__` after the slug, which holds none: no server can take the place of a tool
//    of the service, and servers cannot take each other's.
import { hash } from 'node:crypto'
import { offeredName } from './tool.ts'

export const rpcNameLength = 64
const hashLength = 10

const fitting = /^[A-Za-z0-9_.-]{1,64}$/

/** `orders__list`; `orders__list_everything_that_..._3f29b01c4d` for one that is too long or has other characters. */
export function rpcName(tool: { readonly server: string | null; readonly name: string }): string {
  const whole = offeredName(tool)
  if (fitting.test(whole)) return whole
  const kept = whole.replace(/[^A-Za-z0-9_.-]/g, '_').slice(0, rpcNameLength - hashLength - 1)
  return `${kept}_${hash('sha256', whole).slice(0, hashLength)}`
}
