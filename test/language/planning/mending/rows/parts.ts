// Parts of the plans in the rows of mending.
import { call, mail, orders, steps } from '../shop.ts'

/** A step without a kind. */
export const bare = (id: string, name: string, args: object = {}) => ({ id, tool: name, args })

export function schemaOf(name: string) {
  return { type: 'object', properties: { [name]: {} }, required: [name] }
}

export function approval() {
  return { id: 'ok', kind: 'approval', message: 'Go?', assignees: ['owner'] }
}

export function single() {
  return call('o', 'get_order', { orderId: 'x' })
}

export function loop(over: string, as: string, source: string) {
  return { id: 'each', kind: 'foreach', over, as, steps: [mail('m', { $: source })] }
}

/** `then`, which an object of ours must not have. */
export function does(list: unknown) {
  return Object.fromEntries([['then', list]])
}

export function ifThen(parts: object, id = 'c') {
  return { id, kind: 'if', ...parts }
}

export function first() {
  return { when: '1 < 2', steps: [mail('a')] }
}

export function choice() {
  return steps(ifThen({ cases: [first()], else: [mail('b')] }))
}

export function scheduled(cron: string) {
  return { start: [{ kind: 'schedule', cron, timezone: 'UTC' }], ...steps(orders) }
}
