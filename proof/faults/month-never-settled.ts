import { changeSource } from './change-source.ts'

/** Assumes that the process that sends a month's charge always survives to see its answer. */
changeSource(
  'server/billing/renewals/renew.ts',
  '[openDue, chargeDue, settleLost, beginLastDays, endWithoutTries]',
  '[openDue, chargeDue, beginLastDays]',
)
