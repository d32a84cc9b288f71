// Which route a method and a path mean. Paths without parameters are found by one look into a map, the others by a
// tree of segments, where a literal segment goes before a parameter. Built once, when the server starts.
import { Failure, notFound } from '../domain/failure.ts'
import type { Method, Route } from './route.ts'

export interface Match {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
}

export interface Router {
  /** @throws {Failure} not-found, or method-not-allowed with the methods that the path has */
  match(method: string, path: string): Match
  /** Methods that the path has, for `Allow`; empty for an unknown path. */
  methods(path: string): readonly string[]
}

interface Node {
  readonly literals: Map<string, Node>
  parameter: Node | null
  target: Target | null
}

/** What stands at one path. */
interface Target {
  readonly routes: Map<string, Match>
  readonly names: readonly string[]
}

const noParams: Readonly<Record<string, string>> = Object.freeze({})

/** @throws {TypeError} when two routes claim one method and path, or name the parameters of one path differently */
export function createRouter(routes: readonly Route[]): Router {
  const root = newNode()
  const exact = new Map<string, Target>()
  for (const route of routes) add(root, exact, route)

  function find(path: string): { target: Target; values: string[] } | null {
    const target = exact.get(path)
    if (target !== undefined) return { target, values: [] }
    const values: string[] = []
    const found = descend(root, path.split('/'), 1, values)
    return found === null ? null : { target: found, values }
  }

  return {
    match(method, path) {
      const found = find(path)
      if (found === null) throw notFound('path')
      const { target, values } = found
      const match = target.routes.get(method === 'HEAD' ? 'GET' : method)
      if (match === undefined) throw methodNotAllowed(method, target)
      return values.length === 0 ? match : { route: match.route, params: named(target.names, values) }
    },
    methods(path) {
      const found = find(path)
      return found === null ? [] : allowed(found.target)
    },
  }
}

function add(root: Node, exact: Map<string, Target>, route: Route): void {
  const segments = route.path.split('/').slice(1)
  let node = root
  const names: string[] = []
  for (const segment of segments) {
    if (segment.startsWith(':')) {
      names.push(segment.slice(1))
      node = node.parameter ??= newNode()
    } else {
      const next = node.literals.get(segment) ?? newNode()
      node.literals.set(segment, next)
      node = next
    }
  }
  node.target ??= { routes: new Map<Method, Match>(), names }
  if (node.target.routes.has(route.method)) {
    throw new TypeError(`two routes for ${route.method} ${route.path}`)
  }
  if (node.target.names.join() !== names.join()) {
    throw new TypeError(`parameters of ${route.path} have other names in another route`)
  }
  node.target.routes.set(route.method, { route, params: noParams })
  if (names.length === 0) exact.set(route.path, node.target)
}

/** Depth first, literal before parameter; `values` holds the parameters of the way taken. */
function descend(node: Node, segments: readonly string[], index: number, values: string[]): Target | null {
  if (index === segments.length) return node.target
  const segment = segments[index]!
  const literal = node.literals.get(segment)
  if (literal !== undefined) {
    const target = descend(literal, segments, index + 1, values)
    if (target !== null) return target
  }
  if (node.parameter === null || segment === '') return null
  values.push(segment)
  const target = descend(node.parameter, segments, index + 1, values)
  if (target === null) values.pop()
  return target
}

function named(names: readonly string[], values: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {}
  for (let i = 0; i < names.length; i++) params[names[i]!] = decode(values[i]!)
  return params
}

function decode(segment: string): string {
  if (!segment.includes('%')) return segment
  try {
    const text = decodeURIComponent(segment)
    if (!text.includes('\u0000')) return text
  } catch {
    // Not percent-encoded UTF-8: the same answer as for NUL.
  }
  throw new Failure('bad-request', 'the path is not percent-encoded text')
}

function methodNotAllowed(method: string, target: Target): Failure {
  const allow = allowed(target)
  return new Failure('method-not-allowed', `${method.slice(0, 20)} is not allowed here`, { allow })
}

function allowed(target: Target): string[] {
  const methods = [...target.routes.keys()]
  return methods.includes('GET') ? [...methods, 'HEAD', 'OPTIONS'] : [...methods, 'OPTIONS']
}

function newNode(): Node {
  return { literals: new Map(), parameter: null, target: null }
}
