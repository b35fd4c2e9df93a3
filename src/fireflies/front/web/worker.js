// @ts-check
/**
 * The worker of fireflies.js: it loads Pyodide and the wheel of fireflies, and hands each request to the
 * bridge. It fetches nothing but the files that it is told, all beside the page.
 */

/** @typedef {{data: {pyodide: string, wheel: string} | {id: number, request: string}}} Received */

let bytes = 0;
const fetchPlainly = globalThis.fetch;

/**
 * Fetch, and count what arrives.
 *
 * @type {typeof fetch}
 */
globalThis.fetch = async (input, init) => {
  const response = await fetchPlainly(input, init);
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${response.statusText}`);
  const { body, headers, status } = response;
  if (body === null) return response;
  const counter = new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      postMessage({ bytes });
      controller.enqueue(chunk);
    },
  });
  return new Response(body.pipeThrough(counter), { headers, status });
};

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
      postMessage({ failed: String(error) });
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
