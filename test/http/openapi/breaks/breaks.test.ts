// Every kind of change that breaks a client is found, and is named with its place.
import { test } from 'tap'
import {
  create,
  list,
  type Mutation,
  mutated,
  newThing,
  released,
  rename,
  thing,
  today,
  variant,
  without,
} from './document.ts'
import { breaksOf } from './operations.ts'

/** By what is said of it: the place, and what broke. */
const breaking: Readonly<Record<string, Mutation>> = {
  '/things: the path is gone': d => rename(d.paths, '/things', '/objects'),
  'POST /things: the method is gone': d => delete d.paths['/things'].post,
  'GET /old: the method is gone': d => rename(d.paths['/old'], 'get', 'post'),
  'GET /health: public, needs a credential now': d => delete d.paths['/health'].get.security,
  'GET /things query status: removed': d => list(d).parameters.splice(1, 1),
  'GET /things header Prefer: removed': d => {
    list(d).parameters[2].in = 'query'
  },
  'GET /things query page: new, and required': d =>
    list(d).parameters.push({ in: 'query', name: 'page', required: true, schema: { type: 'string' } }),
  'GET /things query limit: optional, is required now': d => {
    list(d).parameters[0].required = true
  },
  'GET /things query limit: maximum was 100, is 50 now': d => {
    list(d).parameters[0].schema.maximum = 50
  },
  'GET /things query limit: minimum was 1, is 2 now': d => {
    list(d).parameters[0].schema.minimum = 2
  },
  'GET /things query limit: the default was 50, is 20 now': d => {
    list(d).parameters[0].schema.default = 20
  },
  'GET /things query status: the value "off" is gone': d => list(d).parameters[1].schema.enum.pop(),
  'GET /things header Prefer: pattern was none, is ^wait now': d => {
    list(d).parameters[2].schema.pattern = '^wait'
  },
  'GET /things body: new, and required': d => {
    list(d).requestBody = { ...create(d).requestBody }
  },
  'POST /things body: removed': d => delete create(d).requestBody,
  'POST /things body: application/json is gone': d =>
    rename(create(d).requestBody.content, 'application/json', 'application/yaml'),
  'GET /things 404: the status is gone': d => delete list(d).responses[404],
  'POST /things 201: the status is gone': d => rename(create(d).responses, '201', '200'),
  'POST /things 202: a new status of success': d => {
    create(d).responses[202] = { ...create(d).responses[201] }
  },
  'GET /things 200 header Link: removed': d => delete list(d).responses[200].headers.Link,
  'GET /health 200: text/plain is gone': d => delete d.paths['/health'].get.responses[200].content,
  'GET /things 200: was array, is object now': d => {
    list(d).responses[200].content['application/json'].schema = { type: 'object', properties: {} }
  },
  'Thing (answer).id: removed': d => rename(thing(d).properties, 'id', 'identifier'),
  'Thing (answer).extra: removed': d => delete thing(d).properties.extra,
  'Thing (answer).old: removed': d => delete thing(d).properties.old,
  'Thing (answer).id: was string, is integer now': d => {
    thing(d).properties.id.type = 'integer'
  },
  'Thing (answer).size: was integer, is number now': d => {
    thing(d).properties.size.type = 'number'
  },
  'Thing (answer).id: was string, is anything now': d => delete thing(d).properties.id.type,
  'Thing (answer).id: was string, is string (date-time) now': d => {
    thing(d).properties.id.format = 'date-time'
  },
  'Thing (answer).size: always there, may be missing now': d => without(thing(d).required, 'size'),
  'Thing (answer).id: never null, may be null now': d => {
    thing(d).properties.id.nullable = true
  },
  'Thing (answer).status: the value "gone" is new, and the enum is not x-open': d =>
    thing(d).properties.status.enum.push('gone'),
  'Thing (answer).status: the value "off" is gone': d => thing(d).properties.status.enum.pop(),
  'Thing (answer).kind: the value "b" is gone': d => thing(d).properties.kind.enum.pop(),
  'Thing (answer).status: the values were all, are x-open now': d => {
    thing(d).properties.status['x-open'] = true
  },
  'Thing (answer).status: one of "on","off", may be any value now': d =>
    delete thing(d).properties.status.enum,
  'Thing (answer).labels.*: was string, is number now': d => {
    thing(d).properties.labels.additionalProperties.type = 'number'
  },
  'Thing (answer).parts[]: was object, is string now': d => {
    thing(d).properties.parts.items = { type: 'string' }
  },
  'Thing (answer).event: the variant kind=read is gone': d => thing(d).properties.event.oneOf.pop(),
  'Thing (answer).event|kind=read.at: was integer, is string now': d => {
    thing(d).properties.event.oneOf[1].properties.at.type = 'string'
  },
  'Thing (answer).cause: the variant kind=lost is new, and the union is not x-open': d =>
    thing(d).properties.cause.oneOf.push(variant('lost')),
  'Thing (answer).cause: the kinds were all, are x-open now': d => {
    thing(d).properties.cause['x-open'] = true
  },
  'Problem (answer).error: removed': d => rename(d.components.schemas.Problem.properties, 'error', 'message'),
  'NewThing (request).name: removed': d => rename(newThing(d).properties, 'name', 'title'),
  'NewThing (request).size: optional, is required now': d => newThing(d).required.push('size'),
  'NewThing (request).color: new, and required': d => {
    newThing(d).properties.color = { type: 'string' }
    newThing(d).required.push('color')
  },
  'NewThing (request).size: was number, is integer now': d => {
    newThing(d).properties.size.type = 'integer'
  },
  'NewThing (request).size: null was accepted, is refused now': d =>
    delete newThing(d).properties.size.nullable,
  'NewThing (request).name: maxLength was 100, is 99 now': d => {
    newThing(d).properties.name.maxLength = 99
  },
  'NewThing (request).name: minLength was 1, is 2 now': d => {
    newThing(d).properties.name.minLength = 2
  },
  'NewThing (request).tags: maxItems was 10, is 5 now': d => {
    newThing(d).properties.tags.maxItems = 5
  },
  'NewThing (request).tags[]: maxLength was none, is 5 now': d => {
    newThing(d).properties.tags.items.maxLength = 5
  },
  'NewThing (request).name: any value, is one of "n" now': d => {
    newThing(d).properties.name.enum = ['n']
  },
  'NewThing (request).mode: the value "y" is gone': d => newThing(d).properties.mode.enum.pop(),
  'NewThing (request).mode: the default was "x", is "y" now': d => {
    newThing(d).properties.mode.default = 'y'
  },
  'NewThing (request).anything: was anything, is string now': d => {
    newThing(d).properties.anything.type = 'string'
  },
  'NewThing (request).*: other fields are refused now': d => {
    newThing(d).additionalProperties = false
  },
  'NewThing (request).data: the variant number is gone': d => newThing(d).properties.data.anyOf.pop(),
  'NewThing (request).trigger: the variant kind=timer is gone': d =>
    newThing(d).properties.trigger.oneOf.pop(),
  'NewThing (request).trigger|kind=hook.secret: new, and required': d => {
    newThing(d).properties.trigger.oneOf[0].properties.secret = { type: 'string' }
    newThing(d).properties.trigger.oneOf[0].required.push('secret')
  },
}

for (const [said, mutate] of Object.entries(breaking)) {
  test(`a break is found: ${said}`, async t => {
    const found = breaksOf(released, mutated(mutate), today)
    t.ok(found.includes(said), found.join('\n') || 'nothing was found')
  })
}
