// @ts-check
/**
 * Plays outside the page: in a link and in a file.
 *
 * A link holds after its `#`: `play=` a compressed record, or `position=` with `options=`, `seats=`,
 * `seat=` and `says=`. Nothing of it is sent to a server.
 */

/**
 * @typedef {{position: string, options: Record<string, unknown>, seats: number, seat: number, says: string}} Place
 *   `seats` is the number of seats, or 0 when the link does not say; a person plays `seat`; `says` is about the
 *   position, in a sentence, or "".
 */
/** @typedef {{record: string} | Place | null} Shared */

/** The most bytes of a record, as in the library. */
const LONGEST = 10_000_000;

/** @param {string} text @returns {Promise<string>} The text, compressed, in the letters of base64url. */
export async function pack(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** An error about a link that holds more than a record may have. */
class TooLong extends Error {}

/** @param {string} packed @returns {Promise<string>} The text; rejects when something is missing, or it is too long. */
export async function unpack(packed) {
  const letters = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = stream.getReader();
  const parts = [];
  let size = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    size += read.value.length;
    if (size > LONGEST) {
      await reader.cancel(); // nothing more is inflated
      throw new TooLong(`This link holds more than ${LONGEST} bytes, which no play needs.`);
    }
    parts.push(read.value);
  }
  return new Blob(parts).text();
}

/** @param {string} record @returns {Promise<string>} The address of this page, with the play. */
export async function linkTo(record) {
  const address = new URL(location.href);
  address.hash = `play=${await pack(record)}`;
  return address.href;
}

/** @returns {Promise<Shared>} What the address holds; rejects when a part of it is missing, or it is too long. */
export async function shared() {
  const found = new URLSearchParams(location.hash.slice(1));
  const play = found.get("play");
  const position = found.get("position");
  try {
    if (play !== null) return { record: await unpack(play) };
    if (position !== null) {
      const options = JSON.parse(found.get("options") ?? "{}");
      const [seats = 0, seat = 0] = ["seats", "seat"].map((name) => Number(found.get(name) ?? 0));
      return { position, options, seats, seat, says: found.get("says") ?? "" };
    }
  } catch (error) {
    if (error instanceof TooLong) throw error;
    throw new Error("This link is damaged: a part of it is missing. Copy it again, whole.");
  }
  return null;
}

/**
 * Let the browser save a text as a file.
 *
 * @param {string} name
 * @param {string} text
 */
export function download(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
