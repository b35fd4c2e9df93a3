// @ts-check
/**
 * The worker of fireflies.js: it loads Pyodide and the wheel of fireflies, and hands each request to the
 * bridge. It fetches nothing but the files that it is told, all beside the page.
 */

/** @typedef {{data: {pyodide: string, wheel: string} | {id: number, request: string}}} Received */

let bytes = 0;
/** The number of files that are on their way. */
let coming = 0;
const fetchPlainly = globalThis.fetch;

/** Report a failed start at once: Pyodide waits forever for a file that does not come. @param {unknown} error */
const fail = (error) => postMessage({ failed: String(error) });

/**
 * Fetch, count what arrives, and report what does not.
 *
 * @type {typeof fetch}
 */
globalThis.fetch = async (input, init) => {
  coming++;
  try {
    const response = await fetchPlainly(input, init);
    if (!response.ok || response.body === null) throw new Error(`${response.url}: ${response.status}`);
    const reader = response.body.getReader();
    const counted = new ReadableStream({
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) coming--;
          else bytes += value.byteLength;
          postMessage({ bytes, coming });
          if (done) return controller.close();
          controller.enqueue(value);
        } catch (error) {
          fail(error);
          controller.error(error);
        }
      },
    });
    const { headers, status } = response;
    return new Response(counted, { headers, status });
  } catch (error) {
    fail(error);
    throw error;
  }
};

addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  fail(event.reason);
});

/** @type {(request: string) => string} */
let handle;

/**
 * Load everything.
 *
 * @param {{pyodide: string, wheel: string}} places
 */
async function start({ pyodide: folder, wheel }) {
  const begun = performance.now();
  const fetched = fetch(wheel).then((response) => response.arrayBuffer());
  fetched.catch(() => {}); // it is awaited below
  const { loadPyodide } = await import(`${folder}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: folder });
  const started = performance.now() - begun;
  const packages = "/fireflies";
  python.unpackArchive(await fetched, "wheel", { extractDir: packages });
  handle = python.runPython(`
import sys
sys.path.insert(0, "${packages}")
from fireflies.front.bridge import Bridge
Bridge().handle
`);
  postMessage({ ready: { start: started, ready: performance.now() - begun } });
}

addEventListener("message", async ({ data }) => {
  if (!("id" in data)) {
    try {
      await start(data);
    } catch (error) {
      fail(error);
    }
    return;
  }
  const begun = performance.now();
  try {
    const reply = handle(data.request);
    postMessage({ id: data.id, reply, milliseconds: performance.now() - begun });
  } catch (error) {
    postMessage({ id: data.id, crash: String(error) });
  }
});
