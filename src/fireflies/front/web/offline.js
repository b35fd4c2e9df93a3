// @ts-check
/**
 * The service worker of pages with a table, which go on without a network: it keeps the files of one
 * build, and answers for these alone. A file at the root of the pages sets `offline` and imports this one.
 */

{
  /** @type {any} The global object of a service worker. */
  const worker = self;
  /** @type {{version: string, files: string[]}} The files relative to the root. */
  const { files, version } = worker.offline;
  const root = worker.registration.scope;
  const prefix = `fireflies ${root} `;
  const name = prefix + version;
  const addresses = new Set(files.map((file) => new URL(file, root).href));

  /** Keep all files, as they are on the server now. */
  async function keep() {
    const cache = await caches.open(name);
    await cache.addAll([...addresses].map((url) => new Request(url, { cache: "no-cache" })));
  }

  /** Delete the files of other builds. */
  async function clean() {
    const names = await caches.keys();
    await Promise.all(names.filter((it) => it.startsWith(prefix) && it !== name).map((it) => caches.delete(it)));
  }

  /** Answer with a file of this build. @param {Request} request @param {string} url */
  async function answer(request, url) {
    const cache = await caches.open(name);
    return (await cache.match(url)) ?? fetch(request);
  }

  worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keep()));
  worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(clean()));
  worker.addEventListener("message", () => worker.skipWaiting()); // a page that has just been loaded asks for it
  worker.addEventListener("fetch", (/** @type {any} */ event) => {
    const { origin, pathname } = new URL(event.request.url);
    const url = origin + pathname;
    if (event.request.method === "GET" && addresses.has(url)) event.respondWith(answer(event.request, url));
  });
}
