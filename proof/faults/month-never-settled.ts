import { changeSource } from './change-source.ts'

/** Trusts that whoever sends the charge of a month also lives to see its answer. */
changeSource(
  'server/billing/renewals/renew.ts',
  '[openDue, chargeDue, settleLost, beginLastDays]',
  '[openDue, chargeDue, beginLastDays]',
)
