// How fast is the load generator itself, against a server that does nothing? No figure of the product can be
// higher than these; the closer it comes, the more it says about the generator.
import { measure, requestBytes } from '../measure.ts'
import { counted, figuresOf, type Sample, type Scenario } from '../scenario.ts'
import { forkServer } from '../started.ts'

export const generator: Scenario = {
  name: 'generator',
  goals: [],
  question: 'How fast is the load generator itself, against raw uWebSockets.js?',
  async round(span) {
    const hello = await forkServer('./servers/hello-server.ts')
    const samples: Sample[] = []
    for (const connections of [256, 64, 32, 1]) {
      const load = { port: hello.port, request: requestBytes('GET', '/'), expect: 'Hello', rate: 0 }
      const result = await measure({ ...load, ...span, connections })
      samples.push({ label: counted(connections, 'connection'), figures: figuresOf(result) })
    }
    await hello.end()
    return samples
  },
}
