import { httpEngineContract } from '../../contracts/http-engine.ts'
import { httpStreamsContract } from '../../contracts/http-streams.ts'

httpEngineContract('uws')
httpStreamsContract('uws')
