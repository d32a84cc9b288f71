// Finds the route of a method and a path. Built once, when the server starts; the pipeline asks it.
// 1. Paths without parameters are one look-up in a map. The others are found in a tree of segments, where a
//    literal segment goes before a parameter.
// 2. A wildcard (`*path`, the last segment of its route) matches one segment or more.
// 3. A wildcard matches only paths that no other route has and that no literal beside it begins: with `GET
//    /*path`, an unknown path under /api/ stays unknown.
import { Failure, notFound } from '../../domain/failure.ts'
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
  /** The wildcard that takes the rest of the path from here. */
  wildcard: Target | null
}

/** The routes of one path, by method. */
interface Target {
  readonly routes: Map<string, Match>
  readonly names: readonly string[]
}

const noParams: Readonly<Record<string, string>> = Object.freeze({})

/**
 * @throws {TypeError} two routes claim one method and path, or name the parameters of one path differently;
 *   or a wildcard is not the last segment
 */
export function createRouter(routes: readonly Route[]): Router {
  const root = newNode()
  const exact = new Map<string, Target>()
  for (const route of routes) add(root, exact, route)

  function find(path: string): { target: Target; values: string[] } | null {
    const target = exact.get(path)
    if (target !== undefined) return { target, values: [] }
    const values: string[] = []
    const segments = path.split('/')
    const found = descend(root, segments, 1, values) ?? descendToWildcard(root, segments, 1, values)
    return found === null ? null : { target: found, values }
  }

  return {
    match(method, path) {
      const found = find(path)
      if (found === null) throw notFound('path')
      const { target, values } = found
      const match = target.routes.get(method === 'HEAD' ? 'GET' : method)
      if (match === undefined) throw methodNotAllowed(method, target)
      return values.length === 0 ? match : { route: match.route, params: nameParams(target.names, values) }
    },
    methods(path) {
      const found = find(path)
      return found === null ? [] : allowedMethods(found.target)
    },
  }
}

function add(root: Node, exact: Map<string, Target>, route: Route): void {
  const segments = route.path.split('/').slice(1)
  const wildcard = segments.at(-1)!.startsWith('*') ? segments.pop()!.slice(1) : null
  let node = root
  const names: string[] = []
  for (const segment of segments) {
    if (segment.startsWith('*')) throw new TypeError(`${route.path}: a wildcard is the last segment`)
    if (segment.startsWith(':')) {
      names.push(segment.slice(1))
      node = node.parameter ??= newNode()
    } else {
      const next = node.literals.get(segment) ?? newNode()
      node.literals.set(segment, next)
      node = next
    }
  }
  if (wildcard !== null) {
    node.wildcard = claim(node.wildcard, route, [...names, wildcard])
  } else {
    node.target = claim(node.target, route, names)
    if (names.length === 0) exact.set(route.path, node.target)
  }
}

function claim(target: Target | null, route: Route, names: readonly string[]): Target {
  const claimed = target ?? { routes: new Map<Method, Match>(), names }
  if (claimed.routes.has(route.method)) throw new TypeError(`two routes for ${route.method} ${route.path}`)
  if (claimed.names.join() !== names.join()) {
    throw new TypeError(`parameters of ${route.path} have other names in another route`)
  }
  claimed.routes.set(route.method, { route, params: noParams })
  return claimed
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

/** The longest way to a wildcard, for a path that no other route has. */
function descendToWildcard(
  node: Node,
  segments: readonly string[],
  index: number,
  values: string[],
): Target | null {
  if (index === segments.length) return null
  const segment = segments[index]!
  const literal = node.literals.get(segment)
  if (literal !== undefined) {
    const target = descendToWildcard(literal, segments, index + 1, values)
    if (target !== null) return target
  }
  if (node.parameter !== null && segment !== '') {
    values.push(segment)
    const target = descendToWildcard(node.parameter, segments, index + 1, values)
    if (target !== null) return target
    values.pop()
  }
  const rest = segments.slice(index).join('/')
  if (node.wildcard === null || literal !== undefined || rest === '') return null
  values.push(rest)
  return node.wildcard
}

function nameParams(names: readonly string[], values: readonly string[]): Record<string, string> {
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
    // Not percent-encoded UTF-8: answered like NUL.
  }
  throw new Failure('bad-request', 'the path is not valid percent-encoded UTF-8')
}

function methodNotAllowed(method: string, target: Target): Failure {
  const allow = allowedMethods(target)
  return new Failure('method-not-allowed', `${method.slice(0, 20)} is not allowed here`, { allow })
}

function allowedMethods(target: Target): string[] {
  const methods = [...target.routes.keys()]
  return methods.includes('GET') ? [...methods, 'HEAD', 'OPTIONS'] : [...methods, 'OPTIONS']
}

function newNode(): Node {
  return { literals: new Map(), parameter: null, target: null, wildcard: null }
}
