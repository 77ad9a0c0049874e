import { changeSource } from '../../faults/change-source.ts'

/** Loaded into the instances with `--import`: they charge at the proof's gateway. */
changeSource(
  'server/main.ts',
  'openSandbox({ db, clock })',
  `(await import('../proof/kit/cluster/outside-gateway.ts')).openOutsideGateway('${process.env.OUTSIDE_GATEWAY_URL}')`,
)
