import type { SmallFault } from './fault.ts'

export const faults: SmallFault[] = [
  {
    name: 'Money that waits for the bank loses its key',
    file: 'web/desk/money/use-money.ts',
    from: `    if (outcome.state === 'agreed' && !outcome.once_settled) key.current?.sent()
    else key.current?.renew()`,
    to: '    key.current?.renew()',
    noticedBy: ['web/desk/money/money.browser.test.tsx'],
  },
  {
    name: 'The first digits of a card number go into the address',
    file: 'web/desk/find/FindPage.tsx',
    from: '!values.wasCardNumber && !mayBecomeCardNumber(text)',
    to: '!values.wasCardNumber',
    noticedBy: ['web/desk/find/find.browser.test.tsx'],
  },
  {
    name: 'A view ends when the server cannot be asked',
    file: 'web/desk/see-as/ViewFrame.tsx',
    from: "if (outcome.kind === 'refused' && GONE.includes(outcome.status))",
    to: "if (outcome.kind !== 'answered')",
    noticedBy: ['web/desk/see-as/see-as.browser.test.tsx'],
  },
  {
    name: 'A table that scrolls cannot be reached by keyboard',
    file: 'web/desk/DeskTable.tsx',
    from: ' aria-label={caption} tabIndex={0}>',
    to: ' aria-label={caption}>',
    noticedBy: ['web/desk/lists.browser.test.tsx'],
  },
]
