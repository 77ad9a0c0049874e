import { changeSource } from './change-source.ts'

/** The page of a payment link lets a card pay that its bank has refused for good. */
changeSource(
  'server/features/account/billing/pay-open.ts',
  "isRefused: refused !== ''",
  "isRefused: refused === 'never'",
)
