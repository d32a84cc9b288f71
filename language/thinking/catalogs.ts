// Catalogs (lists of tools, or of entries of the marketplace) on their way to the threads of thinking.ts: a
// key for each, and its text for a thread that does not know it.
import { Failure } from '../../domain/failure.ts'
import { systemClock } from '../../runtime/clock.ts'

/** Characters of one catalog, and of all that a thread keeps. With its indexes it takes ten times as much. */
export const catalogBytes = 24 * 1024 * 1024
/** Some milliseconds of writing JSON. */
const elementsOfPart = 200

const keys = new WeakMap<readonly unknown[], string>()
let counted = 0

/** The same for the same array; another array has another one. */
export function keyOf(list: readonly unknown[]): string {
  let key = keys.get(list)
  if (key === undefined) {
    key = `catalog-${++counted}`
    keys.set(list, key)
  }
  return key
}

/**
 * The list as JSON, in parts: between two of them, other work of this thread has its turn.
 * @param sent what of each element is sent. Default: all
 * @throws {Failure} conflict: the list is too large
 */
export async function partsOf<T>(
  list: readonly T[],
  sent: (element: T) => unknown = element => element,
): Promise<readonly string[]> {
  const parts: string[] = []
  let bytes = 0
  for (let at = 0; at < list.length; at += elementsOfPart) {
    if (at > 0) await new Promise<void>(resolve => systemClock.soon(resolve))
    const part = JSON.stringify(list.slice(at, at + elementsOfPart).map(element => sent(element)))
    bytes += part.length
    if (bytes > catalogBytes) throw tooLarge(list.length)
    parts.push(part)
  }
  return parts
}

function tooLarge(count: number): Failure {
  const most = catalogBytes / 1024 / 1024
  const message = `a list of ${count} takes more than ${most} MiB: switch off what has so many tools`
  return new Failure('conflict', message)
}
