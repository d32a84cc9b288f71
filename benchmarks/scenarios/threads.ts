// What does an execution cost the main thread, the only serial part, and what does a second host add?
import { counted, type Sample, type Scenario } from '../scenario.ts'
import { measureLocalSteps } from './local-steps.ts'

export const threads: Scenario = {
  name: 'threads',
  goals: ['S14'],
  question: 'Strict local steps, 256 connections, one host and two: what does an execution cost each part?',
  async round(span) {
    const samples: Sample[] = []
    for (const hosts of [1, 2]) {
      const settings = { HOSTS: String(hosts) }
      const [sample] = await measureLocalSteps('strict', span, { settings, counts: [256] })
      samples.push({
        label: counted(hosts, 'host'),
        figures: sample!.figures,
        goals: [{ figure: 'mainUs', atMost: 60 }],
      })
    }
    return samples
  },
}
