// Imported by each new thread of thinking.ts: reads the modules, and has tables built that the first prompt
// would wait for.
import think from './work.ts'

const context = { organizationId: '', timeZone: 'UTC', deadline: 0 }
await think({ type: 'plan', question: { prompt: 'Return nothing to nobody', context }, catalog: null })
