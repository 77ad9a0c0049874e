import type { SmallFault } from './fault.ts'

export const faults: SmallFault[] = [
  {
    name: 'A command is about one of several accounts that an email names',
    file: 'server/admin/find-account.ts',
    from: 'if (account && others.length === 0) return account',
    to: 'if (account) return account',
    noticedBy: ['server/admin/named-account.test.ts'],
  },
  {
    name: 'A word too many in a command is left out',
    file: 'server/admin/run-command.ts',
    from: 'if (word !== undefined)',
    to: "if (word === '')",
    noticedBy: ['server/admin/surplus-arguments.test.ts'],
  },
  {
    name: 'A moment without its zone is taken for the local time',
    file: 'server/admin/commands/mails.ts',
    from: '(?:Z|[+-]\\d\\d:\\d\\d))?$/',
    to: '(?:Z|[+-]\\d\\d:\\d\\d)?)?$/',
    noticedBy: ['server/admin/archive-mails.test.ts'],
  },
  {
    name: 'A name in the CSV of a command runs as a formula',
    file: 'server/admin/print.ts',
    from: "typeof cell === 'string' ? defuse(cell) : String(cell)",
    to: "typeof cell === 'string' ? cell : String(cell)",
    noticedBy: ['server/admin/account-list.test.ts'],
  },
  {
    name: 'Two instances of the same list of hashes keep different bits',
    file: 'server/admin/commands/passwords.ts',
    from: 'Number.parseInt(first, 16)',
    to: 'Number.parseInt(first, 10)',
    noticedBy: ['server/features/public/breached-passwords/breached-passwords.test.ts'],
  },
]
