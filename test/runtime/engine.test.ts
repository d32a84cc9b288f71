import { engineContract } from '../contracts/engine.ts'
import { engineInProcess, engineOnThreads } from '../support/counter-engine.ts'

engineContract('in process', engineInProcess)
engineContract('on threads', engineOnThreads)
