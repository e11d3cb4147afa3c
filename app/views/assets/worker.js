// Keeps all FILES of one VERSION on the device; a new version is fetched whole before it takes the old one's place.

self.addEventListener("install", (event) => event.waitUntil(caches.open(VERSION).then((kept) => kept.addAll(FILES)).then(() => self.skipWaiting())));

self.addEventListener("activate", (event) => event.waitUntil(
  caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith(FAMILY) && name !== VERSION).map((name) => caches.delete(name)))).then(() => self.clients.claim())));

self.addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== location.origin) return;
  // The address of a folder is that of its first page, which is kept by its name.
  const asked = pathname.endsWith("/") ? `${origin}${pathname}index.html` : event.request;
  event.respondWith(caches.match(asked, { ignoreSearch: true }).then((kept) => kept || fetch(event.request).catch((failure) => {
    const page = pageOf(event.request.url);
    if (page) return Response.redirect(page);
    throw failure;
  })));
});

// The page of an address that stays, "2017/16C2a/": thousands of small files that are not kept.
function pageOf(address) {
  const [folder, place] = decodeURIComponent(address.slice(registration.scope.length)).split("/");
  const law = /^X?\d+/.exec(place || "")?.[0];
  return law && FOLDERS[folder] && new URL(`${FOLDERS[folder]}/${law}.html${law === place ? "" : `#p-${place}`}`, registration.scope);
}
