import { httpEngineContract } from '../../contracts/http-engine.ts'
import { httpHeadsContract } from '../../contracts/http-heads.ts'
import { httpStreamsContract } from '../../contracts/http-streams.ts'

httpEngineContract('uws')
httpHeadsContract('uws')
httpStreamsContract('uws')
