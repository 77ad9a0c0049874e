import { pages } from '#contract/pages.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type MailDeps, queueMailTo } from '#server/platform/mail/queue-mail.ts'
import type { Linkable } from './queries.ts'

export async function postLinkedNotice(tx: Db, deps: MailDeps, account: Linkable): Promise<void> {
  const { publicUrl, provider, emailVideo } = deps.config
  await queueMailTo(
    tx,
    deps,
    'new-partner',
    { accountId: account.id, email: account.ownerEmail, firstName: account.ownerFirstName },
    {
      subject: `${emailVideo.name} is now connected to your account ${account.pin}`,
      paragraphs: [
        `Someone confirmed the connection of ${emailVideo.name} with ${account.company} by its account number, ${account.pin}.`,
        'If that was you, there is nothing to do. You can end the connection at any time.',
      ],
      buttons: [{ label: 'See your connected apps', url: `${publicUrl}${pages['connected-apps']}` }],
      closing: [`It was not you? End the connection. Questions? Call ${provider.tollFreeNumber}.`],
    },
  )
}
