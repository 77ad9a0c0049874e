import { changeSource } from './change-source.ts'

/** Counts what a customer tries by hand as one of the four automatic tries. */
changeSource(
  'server/billing/renewals/periods.ts',
  'from ready where p.id = ready.id returning p.id',
  ', retries = retries + 1 from ready where p.id = ready.id returning p.id',
)
