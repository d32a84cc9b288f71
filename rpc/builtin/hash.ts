// Hashes and signatures of texts.
import { createHash, createHmac } from 'node:crypto'
import { choice, object, text } from './schema.ts'
import { pureTool } from './tool.ts'

type Algorithm = 'sha256' | 'sha512' | 'sha1' | 'md5'

export const hashText = pureTool<{
  text: string
  algorithm?: Algorithm
  key?: string
  output?: 'hex' | 'base64'
}>({
  name: 'hash_text',
  title: 'Hash a text',
  description: 'Computes the fingerprint of a text, or its signature (HMAC) when a key is given.',
  keywords: ['hash', 'sign', 'fingerprint', 'checksum', 'digest', 'hmac', 'sha256', 'md5'],
  inputSchema: object(
    {
      text: text('Text', 'Text to hash, as UTF-8', { 'x-words': ['of', 'text'] }),
      algorithm: choice(
        'Algorithm',
        'How to hash; sha1 and md5 only where something old asks for them',
        {
          sha256: ['sha256', 'sha-256'],
          sha512: ['sha512', 'sha-512'],
          sha1: ['sha1', 'sha-1'],
          md5: ['md5'],
        },
        { default: 'sha256', 'x-words': ['using', 'algorithm'] },
      ),
      key: text('Key', 'Secret key; makes the result an HMAC', { 'x-words': ['key', 'secret'] }),
      output: choice(
        'Output',
        'How to write the result',
        { hex: ['hex'], base64: ['base64'] },
        { default: 'hex' },
      ),
    },
    ['text'],
  ),
  outputSchema: text('Hash', 'Hexadecimal in lower case, or base64'),
  examples: [
    {
      prompt: 'Hash {{inputs.email}} using md5',
      args: { text: 'ada@example.com', algorithm: 'md5' },
      output: createHash('md5').update('ada@example.com').digest('hex'),
    },
  ],
  run: args => {
    const { algorithm = 'sha256', output = 'hex', key } = args
    const hash = key === undefined ? createHash(algorithm) : createHmac(algorithm, key)
    return hash.update(args.text).digest(output)
  },
})
