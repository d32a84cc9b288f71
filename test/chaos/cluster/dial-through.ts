// Preloaded into each node of a chaos run: what it dials at the address of another node goes through the
// proxy of that link (link-proxy.ts). CHAOS_DIALS says which: ports of proxies by addresses of nodes, as
// JSON.

import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

const dials = JSON.parse(process.env['CHAOS_DIALS'] ?? '{}') as Readonly<Record<string, number>>
const dial = net.connect as (...args: unknown[]) => net.Socket

net.connect = ((...args: unknown[]) => {
  const [where, ...others] = args
  if (typeof where !== 'object' || where === null) return dial(...args)
  const { host, port } = where as { host?: string; port?: number }
  const through = dials[`${host}:${port}`]
  return through === undefined ? dial(...args) : dial({ ...where, port: through }, ...others)
}) as typeof net.connect
syncBuiltinESMExports()
