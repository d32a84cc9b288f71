// A new identifier of which something is wanted besides: that its actor lives near, for instance.
import { type IdKind, newId } from './ids.ts'

const alphabet = [...'0123456789abcdefghjkmnpqrstvwxyz']

/**
 * A new identifier that fits, where one does among 32 that differ in their last character; else any new one.
 * Costs little more than newId.
 */
export function newIdThat(kind: IdKind, fits: (id: string) => boolean): string {
  const id = newId(kind)
  if (fits(id)) return id
  const stem = id.slice(0, -1)
  const last = alphabet.find(character => fits(stem + character))
  return last === undefined ? id : stem + last
}
