import { changeSource } from './change-source.ts'

/** The former rule: check the declines first, call the gateway, and count after it has declined. */
changeSource(
  'server/adapters/fraud-rules.ts',
  'const full = await findFull(refusing, now)',
  `const full = await findExhausted(db, refusing.map(known), now)
      if (!full) {
        const countLater = async (end) => {
          const proven = refusing.filter(({ counts }) => proves(end, counts))
          if (proven.length > 0) await takeTries(db, proven.map(known).map(withoutEnd), now)
        }
        return { checkNumber: async () => undefined, end: countLater }
      }`,
)
