import { changeSource } from './change-source.ts'

/** A gateway that recognizes no key: whatever it charged, it reports nothing. */
changeSource(
  'server/adapters/payments-sandbox.ts',
  'async find(key) {',
  "async find(key) {\n      if (key) return { kind: 'absent' }",
)
