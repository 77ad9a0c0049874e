import { changeSource } from './change-source.ts'

/** The former rule: look at the declines first, ask the bank, and count when it has said no. */
changeSource(
  'server/adapters/fraud-rules.ts',
  'const full = await takePlaces(db, counted.map(countedOf), now)',
  `const exhausted = await findExhausted(db, counted, now)
      if (!exhausted) {
        const noRule = async () => undefined
        const countLater = async (end) => {
          const true_ = counted.filter(({ counts }) => mayBe(end, counts))
          if (true_.length > 0) await takePlaces(db, true_.map(countedOf), now)
        }
        return { refusalOfNumber: noRule, end: countLater }
      }
      const full = counted.indexOf(exhausted)`,
)
