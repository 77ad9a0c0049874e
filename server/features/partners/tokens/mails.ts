import { pages } from '#contract/pages.ts'
import { describeScopes } from '#contract/partners/scopes.ts'
import { notMeButton } from '#server/identity/links.ts'
import type { Client } from '#server/identity/partners.ts'
import { accountInMail } from '#server/platform/mail/names.ts'
import { questions } from '#server/platform/mail/questions.ts'
import { queueMailTo } from '#server/platform/mail/queue-mail.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { KeptCode } from './queries.ts'

export async function postNewLinkNotice(tx: Tx, client: Pick<Client, 'name'>, code: KeptCode): Promise<void> {
  const { publicUrl } = tx.config
  await queueMailTo(tx, tx, 'new-partner', code, {
    subject: `${client.name} is now connected to your account ${code.pin}`,
    paragraphs: [
      `You connected ${client.name} to ${accountInMail(code)}.`,
      `It can: ${describeScopes(code.scope).join('; ')}.`,
      'If this was you, you do not need to do anything. You can disconnect it at any time.',
    ],
    buttons: [
      { label: 'See your connected apps', url: `${publicUrl}${pages['connected-apps']}` },
      await notMeButton(tx, { ...code, id: code.agentId }),
    ],
    closing: [
      `Was this not you? Choose “This was not me”: we disconnect it and sign you out everywhere. ${questions(tx)}`,
    ],
  })
}
