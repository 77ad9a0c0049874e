const promises = ['Encrypted connection', 'Your card number is never stored here', 'Cancel online anytime']

export function TrustBadges() {
  return (
    <ul className="trust">
      {promises.map((promise) => (
        <li key={promise}>{promise}</li>
      ))}
    </ul>
  )
}
