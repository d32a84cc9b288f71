// What /rpc owes to the protocols that it speaks, as the official suites see it: run on both engines of HTTP
// (uws.test.ts, node.test.ts), against the real product with its fixtures.
import { type Test, test } from 'tap'
import { sharedProduct } from '../support/product.ts'
import { startBearerProxy } from './bearer-proxy.ts'
import { exchanges } from './json-rpc-exchanges.ts'
import { runSuite, type SuiteRun } from './suite.ts'

/**
 * Name, suite, selection, scenarios that run, checks that pass (as the suite counts them, none that only
 * informs).
 */
const runs = [
  // 37 scored scenarios; tasks, headers, custom headers and JSON Schema besides.
  ['MCP 2026-07-28', 'newest', ['--requirements', '2026-07-28'], 50, 196],
  // 30 scored scenarios; sessions, polling and JSON Schema besides.
  ['MCP 2025-11-25', 'newest', ['--requirements', '2025-11-25'], 33, 83],
  ['the stable suite', 'stable', ['--suite', 'all'], 32, 46],
] as const

export async function conformanceLaws(engine: 'uws' | 'node'): Promise<void> {
  const product = await sharedProduct({ CONFORMANCE_FIXTURES: '1', HTTP_ENGINE: engine })
  const key = /^conformance key: (sk_\w+)$/m.exec(product.stdout)![1]!

  test(`the server runs on ${engine}`, async t => {
    t.match(product.stdout, `HTTP on ${engine}`)
  })

  for (const [name, suite, selection, scenarios, passed] of runs) {
    test(`${name}: every scenario passes without a warning`, async t => {
      const proxy = await startBearerProxy(product.url, key)
      t.teardown(() => proxy.close())
      const run = await runSuite(suite, `${proxy.url}/rpc`, selection)
      t.ok(passes(t, run, { scenarios, passed }), run.output.slice(-2_000))
    })
  }

  test('a suite that finds nobody does not pass', async t => {
    const proxy = await startBearerProxy('http://127.0.0.1:9', key)
    t.teardown(() => proxy.close())
    const run = await runSuite('stable', `${proxy.url}/rpc`, ['--scenario', 'ping'])
    t.notOk(run.exitCode === 0 && run.troubles.length === 0 && run.passed > 0)
  })

  for (const { title, sent, status, body } of exchanges) {
    test(`JSON-RPC 2.0, section 7: ${title}`, async t => {
      const answer = await product.client(key).post('/rpc', sent)
      t.strictSame([answer.status, answer.body], [status, body ?? ''])
    })
  }
}

function passes(t: Test, run: SuiteRun, expected: { scenarios: number; passed: number }): boolean {
  t.strictSame(run.troubles, [])
  t.equal(run.exitCode, 0)
  t.equal(run.scenarios, expected.scenarios)
  t.ok(run.passed >= expected.passed, `${run.passed} checks passed, expected ${expected.passed}`)
  return t.passing()
}
