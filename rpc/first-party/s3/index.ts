// Object storage with an S3 API: AWS, MinIO, Cloudflare R2, Backblaze B2, Hetzner, ...
import { choice, object, text } from '../../builtin/schema.ts'
import type { FirstPartyServer } from '../first-party-server.ts'
import { deleteObject } from './delete-object.ts'
import { getObject } from './get-object.ts'
import { inspectObject } from './inspect-object.ts'
import { listObjects } from './list-objects.ts'
import { presignUrl } from './presign-url.ts'
import { putObject } from './put-object.ts'
import { replaceObject } from './replace-object.ts'

export const s3Server: FirstPartyServer = {
  slug: 's3',
  name: 'S3 storage',
  description:
    'Lists, reads, stores and deletes objects in S3-compatible storage, and makes addresses to share them.',
  publisher: 'Troupe',
  version: '1.0.0',
  categories: ['storage', 'files'],
  credential: {
    kinds: ['basic'],
    isRequired: true,
    hint: 'The access key id as user name, the secret access key as password, with rights to the bucket only.',
  },
  settings: object(
    {
      region: text('Region', 'Region of the bucket, auto where there is none', {
        default: 'us-east-1',
        maxLength: 100,
      }),
      baseUrl: text('Base address', 'Address of the storage when it is not that of AWS', {
        format: 'uri',
        maxLength: 2_000,
      }),
      bucket: text('Bucket', 'Used where a step names none', { maxLength: 255 }),
      addressing: choice(
        'Addressing',
        'Where the bucket stands in addresses: in the path, or in the host name',
        { path: [], host: [] },
        { default: 'path' },
      ),
    },
    [],
  ),
  tools: [listObjects, getObject, inspectObject, putObject, replaceObject, deleteObject, presignUrl],
}
