import { buildClient } from '@gleaner/client-build'

buildClient(import.meta.dirname)
