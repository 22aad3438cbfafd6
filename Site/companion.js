// Exchanges the one-time token of a sign-in link, which stands in the fragment, for a session.
const form = document.getElementById("sign-in");
const token = new URLSearchParams(location.hash.slice(1)).get("token");
if (form && token) {
  // The token leaves the address at once, so that neither history nor a copied link keeps it.
  history.replaceState(null, "", location.pathname + location.search);
  form.elements.token.value = token;
  fetch("/api/session", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ token }),
  }).then((answer) => {
    if (!answer.ok) throw new Error(String(answer.status));
    location.replace(form.elements.return.value || "/");
  }).catch(() => {
    document.getElementById("trouble").hidden = false;
    form.elements.token.focus();
  });
}
