// The policy of the page forbids to make functions of texts; zod, which the plan language is described by,
// would try it once, and the browser would report it. Imported before everything that describes something by
// zod.
import { config } from 'zod'

config({ jitless: true })
