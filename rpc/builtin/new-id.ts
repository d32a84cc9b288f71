// Makes random identifiers for things that a workflow creates.
import { randomBytes, randomUUID } from 'node:crypto'
import { choice, object, text } from './schema.ts'
import { worldTool } from './tool.ts'

export const newId = worldTool<{ kind?: 'uuid' | 'short' }>({
  name: 'id_new',
  title: 'New identifier',
  description: 'Makes a random identifier that nothing else has.',
  effect: 'read',
  keywords: ['generate', 'new id', 'identifier', 'uuid', 'random', 'unique id', 'reference number'],
  inputSchema: object({
    kind: choice(
      'Kind',
      'A UUID, or 12 letters and digits',
      { uuid: ['uuid', 'guid'], short: ['short', 'code'] },
      { default: 'uuid' },
    ),
  }),
  outputSchema: text('Identifier', 'For example 0b8f5b3e-6f0c-4c53-9d3c-4f2f5a3e1a77'),
  examples: [{ prompt: 'Generate a new uuid identifier', args: { kind: 'uuid' } }],
  // 12 of 32 letters are 60 bits: after a million ids the next one collides with a chance of one in a million
  // million.
  run: async ({ kind }) =>
    kind === 'short' ? Array.from(randomBytes(12), byte => letters[byte & 31]).join('') : randomUUID(),
})

/** Crockford's base32: no letter looks like a digit. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz'
