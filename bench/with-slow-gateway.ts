import { changeSource } from '../proof/faults/change-source.ts'

changeSource(
  'server/main.ts',
  'openSandbox({ db, clock })',
  "(await import('../bench/slow-gateway.ts')).openSlowGateway()",
)
