const promises = ['Encrypted connection', 'Card data goes to the vault only', 'Cancel online, any time']

export function TrustBadges() {
  return (
    <ul className="trust">
      {promises.map((promise) => (
        <li key={promise}>{promise}</li>
      ))}
    </ul>
  )
}
