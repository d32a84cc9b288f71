// A process that does nothing but say how long it was held: what the machine does to everybody
// (neighbours.ts). It begins to count when it is ready, and says the most so far each 200 ms.
import { monitorEventLoopDelay } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 10 })
setTimeout(() => {
  delay.enable()
  setInterval(() => process.send?.(delay.max / 1e6), 200)
}, 500)
