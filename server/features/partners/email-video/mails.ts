import { pages } from '#contract/pages.ts'
import type { Db } from '#server/platform/db/database.ts'
import { accountInMail } from '#server/platform/mail/names.ts'
import { questions } from '#server/platform/mail/questions.ts'
import { type MailDeps, queueMailTo } from '#server/platform/mail/queue-mail.ts'
import type { Linkable } from './queries.ts'

export async function postLinkedNotice(tx: Db, deps: MailDeps, account: Linkable): Promise<void> {
  const { publicUrl, emailVideo } = deps.config
  await queueMailTo(
    tx,
    deps,
    'new-partner',
    { accountId: account.id, email: account.ownerEmail, firstName: account.ownerFirstName },
    {
      subject: `${emailVideo.name} is now connected to your account ${account.pin}`,
      paragraphs: [
        `Someone connected ${emailVideo.name} to ${accountInMail(account)}, by entering its number.`,
        'If this was you, you do not need to do anything. You can disconnect it at any time.',
      ],
      buttons: [{ label: 'See your connected apps', url: `${publicUrl}${pages['connected-apps']}` }],
      closing: [`Was this not you? Disconnect it. ${questions(deps)}`],
    },
  )
}
