// The end of an organization: says what ends with it, and wants its name typed.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Answer } from '../../../../http/client.ts'
import { read, useCall } from '../../../app/api.ts'
import { endSession, useUser } from '../../../app/session.ts'
import { Button } from '../../../parts/button.tsx'
import { Confirm } from '../../../parts/dialog.tsx'
import { Loaded, Skeleton } from '../../../parts/notes.tsx'
import { words as all } from '../../../words/people.ts'

const words = all.organization
type Impact = Answer<'GET /api/v1/organization/impact'>
const parts = Object.keys(words.impact) as readonly (keyof Impact)[]

export function DeleteOrganization() {
  const { name } = useUser().organization
  const [isAsking, setAsking] = useState(false)
  const impact = useQuery({ ...read('GET /api/v1/organization/impact'), enabled: isAsking, staleTime: 0 })
  const end = useCall('DELETE /api/v1/organization', { onDone: () => endSession('removed') })
  return (
    <>
      <Button look="danger" onClick={() => setAsking(true)}>
        {words.delete}
      </Button>
      <Confirm
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={words.deleting(name)}
        action={words.delete}
        typed={name}
        onConfirm={() => end.mutateAsync({})}
      >
        <Loaded query={impact} skeleton={<Skeleton rows={3} />}>
          {counts => (
            <div>
              <p>{words.ends}</p>
              <ul className="mt-1 list-disc ps-5 text-dim">
                {parts
                  .filter(part => counts[part] > 0)
                  .map(part => (
                    <li key={part}>{words.impact[part](counts[part])}</li>
                  ))}
              </ul>
            </div>
          )}
        </Loaded>
      </Confirm>
    </>
  )
}
