import { changeSource } from './change-source.ts'

/** A gateway that knows no key: whatever it charged, it says that there is nothing. */
changeSource(
  'server/adapters/payments-sandbox.ts',
  'async find(key) {',
  "async find(key) {\n      if (key) return { kind: 'absent' }",
)
