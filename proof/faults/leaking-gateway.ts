import { changeSource } from './change-source.ts'

/** A gateway that writes down, says aloud and keeps in mind what it must not. */
changeSource(
  'server/adapters/payments-sandbox.ts',
  'const lastFour = digits.slice(-4)',
  `const lastFour = digits + ' ' + card.cvv
      console.log('Keeping card', digits, 'with code', card.cvv)
      Object.assign(globalThis, { kept: [card] })`,
)
