// Ties a test to probes (docs/internals/probes.md). A test that says it holds P76 fails unless an assertion
// that carries "P76" in its message ran and passed. The register of probes reads from the sources who says
// so.
import type { Test } from 'tap'

/**
 * First line of a test, before any other teardown: tap gives those up when this one fails.
 * @param numbers of probes; each stands in the message of an assertion of this test, as `P76`
 */
export function probes(t: Test, ...numbers: readonly number[]): void {
  const held = new Set<number>()
  t.on('assert', ({ ok, name, skip, todo }) => {
    if (!ok || skip || todo) return
    for (const [, number] of name.matchAll(/\bP(\d+)\b/g)) held.add(Number(number))
  })
  t.teardown(() => {
    const missing = numbers.filter(number => !held.has(number)).map(number => `P${number}`)
    if (missing.length > 0) throw new Error(`no assertion of this test has held ${missing.join(', ')}`)
  })
}
