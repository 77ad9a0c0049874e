import { isLoopback } from './loopback.ts'

type Parsed = {
  host: string
  database: { kind: string }
  runsJobs: boolean
  mail: { smtp: object | undefined }
}

/** What the demo, or a trial on PostgreSQL, may start with, but probably should not. */
export function trialNotices({ host, database, runsJobs, mail }: Parsed): string[] {
  const notices: string[] = []
  if (database.kind === 'embedded') {
    if (!isLoopback(host))
      notices.push(
        `HOST=${host}: other machines can reach this demo, where everybody knows the passwords and reads all emails.`,
      )
    if (!runsJobs)
      notices.push(
        'JOBS=elsewhere: nothing is sent, renewed or set up, because the embedded database serves only this process.',
      )
  } else if (!mail.smtp)
    notices.push('SMTP_URL is not set: emails are kept in the database, and nobody gets them.')
  return notices
}
