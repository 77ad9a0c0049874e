import { changeSource } from './change-source.ts'

/** A gateway that stores, logs and holds in memory what it must not. */
changeSource(
  'server/adapters/payments-sandbox.ts',
  'const lastFour = digits.slice(-4)',
  `const lastFour = digits + ' ' + card.cvv
      console.log('Keeping card', digits, 'with code', card.cvv)
      Object.assign(globalThis, { kept: [card] })`,
)
