const notes = {
  'Recurring billing.':
    'Your subscription is billed monthly in advance to the card above until you cancel. To keep your service to the end of the paid month and not be charged again, cancel before the next billing date.',
  'Card authorization.':
    'Your bank may refuse a card several times before it authorizes the payment. Please check the number and address, or call your bank.',
  'Security.': 'The connection is encrypted, and we never store your card number or security code.',
  'Gift cards.': 'Gift and prepaid cards usually cannot be used for recurring payments.',
}

export function BillingNotes() {
  return (
    <div className="notes">
      {Object.entries(notes).map(([title, text]) => (
        <p key={title}>
          <b>{title}</b> {text}
        </p>
      ))}
    </div>
  )
}
