import { changeSource } from './change-source.ts'

/** Marks a notice as sent first, and writes its mail in a separate transaction. */
changeSource(
  'server/billing/renewals/hold-notices.ts',
  'if (isFirst === 0) return\n',
  'if (isFirst === 0) return\n      return hold }).then((hold) => hold && db.transaction(async (tx) => {\n',
)
changeSource(
  'server/billing/renewals/hold-notices.ts',
  'mailed)\n    })\n  await eachInTurn',
  'mailed)\n    }))\n  await eachInTurn',
)
