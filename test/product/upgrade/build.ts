// Makes the fixture of a version, by the product in a checkout of that version with packages and with built
// chat and dashboard. The tests of later versions show that its database goes on.
//   TAP_TIMEOUT=600 node test/product/upgrade/build.ts <tree> <version>
import { join, resolve } from 'node:path'
import { writeFixture } from './fixture.ts'
import { Outside } from './outside.ts'
import { appPort, environment, makeScenario } from './scenario.ts'

const [tree, version] = process.argv.slice(2)
if (tree === undefined || version === undefined)
  throw new Error('expected a tree and the name of its version')
const { Product } = (await import(
  join(resolve(tree), 'test/support/product.ts')
)) as typeof import('../../support/product.ts')

const outside = await Outside.start()
const product = await Product.prepare({ environment })
product.port = appPort
await product.start()
const facts = await makeScenario(product, outside)
await product.kill()
console.log(`${version}: ${await writeFixture(version, product.databaseUrl, facts)} bytes`)
outside.close()
process.exit(0)
