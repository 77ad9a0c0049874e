import { changeSource } from './change-source.ts'

/** Tries two hours after the time that mails and pages name. */
changeSource(
  'server/billing/renewals/periods.ts',
  "where p.state in ('due', 'past_due') and p.next_try_at <= ",
  "where p.state in ('due', 'past_due') and p.next_try_at + interval '2 hours' <= ",
)
