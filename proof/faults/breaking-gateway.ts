import { changeSource } from './change-source.ts'

/** A gateway that throws for one cardholder and crashes the whole process for another. */
changeSource(
  'server/adapters/payments-sandbox.ts',
  'const digits = card.number.replace(',
  `
      if (card.holder === 'Error Canary') throw new Error('The vault is broken')
      if (card.holder === 'Crash Canary') {
        setImmediate(() => { throw new Error('The process is broken') })
        await new Promise(() => {})
      }
      const digits = card.number.replace(`,
)
