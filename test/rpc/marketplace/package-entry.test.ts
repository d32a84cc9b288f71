import { test } from 'tap'
import { startOf } from '../../../domain/tools/marketplace/installing.ts'
import type { MarketplaceEntry } from '../../../domain/tools/marketplace/marketplace.ts'
import { packageEntryOf } from '../../../rpc/marketplace/package-entry.ts'
import { entryOf } from '../../../rpc/marketplace/registry-entry.ts'
import { ServerJson } from '../../../rpc/marketplace/server-json.ts'

function serverWith(program: object) {
  const stdio = { registryType: 'npm', identifier: '@x/tool', version: '1.0.0', transport: { type: 'stdio' } }
  const packages = [{ ...stdio, ...program }]
  return ServerJson.parse({ name: 'x/tool', description: 'A tool', version: '1.0.0', packages })
}

test('arguments and variables become what the program is started with', async t => {
  const server = serverWith({
    runtimeArguments: [{ type: 'named', name: '-y' }],
    packageArguments: [
      { type: 'positional', value: 'serve' },
      { type: 'named', name: '--root', isRequired: true, description: 'A folder' },
      { type: 'named', name: '--level', default: 'low' },
      { type: 'positional', valueHint: 'extra' },
    ],
    environmentVariables: [
      { name: 'TOKEN', isSecret: true, isRequired: true },
      { name: 'SECOND_TOKEN', isSecret: true },
      { name: 'URL', value: 'https://{host}/api', variables: { host: { isRequired: true } } },
      { name: 'REGION' },
      { name: 'NODE_OPTIONS', value: '--import=data:text/javascript,0' },
    ],
  })
  const entry = { ...entryOf(server, 'https://registry.example'), source: null } as MarketplaceEntry
  const { transport } = entry
  if (transport.type !== 'npm') throw new Error(JSON.stringify(transport))
  t.match(transport, { name: '@x/tool', version: '1.0.0', credential: 'TOKEN' })
  t.strictSame(entry.settings?.['required'], ['host', 'root'])
  t.strictSame(startOf(entry, transport, { host: 'a.example', root: '/srv' }), {
    args: ['serve', '--root', '/srv', '--level', 'low'],
    environment: { URL: 'https://a.example/api' },
    credential: 'TOKEN',
  })
  t.match(entry.credential, { isRequired: true, hint: 'Given to its process as the variable TOKEN' })
})

test('what can not be run as it asks says why', async t => {
  const secret = { isSecret: true, isRequired: true }
  const cases: [object, RegExp][] = [
    [{ version: 'latest' }, /names no exact version: latest/],
    [{ version: undefined }, /names no exact version: none/],
    [{ identifier: '../x' }, /has no name of npm/],
    [{ identifier: 'x@2' }, /has no name of npm/],
    [{ registryBaseUrl: 'https://npm.example' }, /comes from a registry of its own/],
    [{ transport: { type: 'sse' } }, /speaks sse, not over stdio/],
    [{ transport: undefined }, /its package does not fit: transport/],
    [{ runtimeArguments: [{ type: 'named', name: '--eval', value: '0' }] }, /arguments of its runtime/],
    [{ packageArguments: [{ type: 'positional', ...secret }] }, /a secret as an argument/],
    [{ environmentVariables: [{ name: 'LD_PRELOAD', isRequired: true }] }, /needs the variable LD_PRELOAD/],
    [
      {
        environmentVariables: [
          { name: 'A', ...secret },
          { name: 'B', ...secret },
        ],
      },
      /more than one secret variable/,
    ],
    [{ environmentVariables: [{ name: 'A', ...secret, value: 'Bearer {x}' }] }, /its secret within a text/],
    [{ environmentVariables: [{ name: 'A B' }] }, /does not fit: environmentVariables\.0\.name/],
  ]
  for (const [program, reason] of cases)
    t.match(packageEntryOf(serverWith(program))?.transport, { type: 'none', reason }, String(reason))
})
