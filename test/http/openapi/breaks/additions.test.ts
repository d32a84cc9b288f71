// What the API may gain, and what may go, breaks nobody.
import { test } from 'tap'
import {
  create,
  list,
  type Mutation,
  mutated,
  newThing,
  ref,
  released,
  rename,
  thing,
  today,
  variant,
} from './document.ts'
import { breaksOf } from './operations.ts'

/** What a client of the released document does not notice. */
const allowed: Readonly<Record<string, Mutation>> = {
  'nothing at all': () => {},
  'a path': d => {
    d.paths['/new'] = d.paths['/health']
  },
  'a method': d => {
    d.paths['/things'].delete = list(d)
  },
  'an optional parameter': d =>
    list(d).parameters.push({ in: 'query', name: 'page', schema: { type: 'string' } }),
  'a wider limit of a parameter': d => {
    list(d).parameters[0].schema.maximum = 1_000
  },
  'a limit that falls': d => delete newThing(d).properties.name.maxLength,
  'a value that may be sent': d => list(d).parameters[1].schema.enum.push('idle'),
  'a parameter of any value where there were some': d => delete list(d).parameters[1].schema.enum,
  'an optional field of a body': d => {
    newThing(d).properties.color = { type: 'string' }
  },
  'a body that may be left out': d => {
    create(d).requestBody.required = false
  },
  'a field that may be left out, and be null': d => {
    newThing(d).properties.name.nullable = true
    newThing(d).required = []
  },
  'a type more that may be sent': d => newThing(d).properties.data.anyOf.push({ type: 'boolean' }),
  'a union where one type was sent': d => {
    newThing(d).properties.tags.items = { anyOf: [{ type: 'string' }, { type: 'integer' }] }
  },
  'a kind more that may be sent': d => newThing(d).properties.trigger.oneOf.push(variant('mail')),
  'a field of an answer': d => {
    thing(d).properties.color = { type: 'string' }
    thing(d).required.push('color')
  },
  'a field that is always there now, and never null': d => {
    thing(d).required.push('extra')
    delete thing(d).properties.note.nullable
  },
  'a value of an open enum': d => thing(d).properties.kind.enum.push('c'),
  'a kind of an open union': d => thing(d).properties.event.oneOf.push(variant('lost')),
  'other limits of an answer': d => {
    thing(d).properties.id.maxLength = 5
    thing(d).properties.parts.maxItems = 5
  },
  'an integer where a number was answered': d => {
    newThing(d).properties.size.type = 'number'
    thing(d).properties.size.minimum = 0
  },
  'a status of failure, a header, a media type': d => {
    list(d).responses[409] = list(d).responses[404]
    list(d).responses[200].headers.ETag = {}
    list(d).responses[200].content['text/csv'] = { schema: { type: 'string' } }
  },
  'another name of a schema': d => {
    rename(d.components.schemas, 'NewThing', 'ThingToBe')
    create(d).requestBody.content['application/json'].schema = ref('ThingToBe')
  },
  'a schema in place of its name': d => {
    create(d).requestBody.content['application/json'].schema = newThing(d)
  },
  'another order of variants': d => newThing(d).properties.trigger.oneOf.reverse(),
  'a route that is public now': d => {
    list(d).security = []
  },
}

for (const [name, mutate] of Object.entries(allowed)) {
  test(`no break: ${name}`, async t => {
    t.strictSame(breaksOf(released, mutated(mutate), today), [])
  })
}

test('what is deprecated may go on the day of its sunset, and not before', async t => {
  const gone = mutated(d => {
    delete d.paths['/old']
    delete thing(d).properties.old
  })
  t.strictSame(breaksOf(released, gone, '2028-01-01'), [])
  t.strictSame(breaksOf(released, gone, '2027-12-31'), [
    'Thing (answer).old: removed',
    '/old: the path is gone',
  ])
})
