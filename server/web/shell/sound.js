// @ts-check
/** What is heard, if somebody wants to: a stone on the board, and the calls of byo-yomi. */

import { language } from "../words/words.js";

/** @type {AudioContext | null} */
let context = null;

/** Sound that comes later than this, ms, is not of what happens now. */
const LATE = 300;

/**
 * What makes sound; null when a browser lets nothing be heard before somebody has pressed something.
 * @returns {Promise<AudioContext | null>}
 */
async function heard() {
  context ??= new AudioContext();
  const asked = performance.now();
  await context.resume();
  return performance.now() - asked < LATE ? context : null;
}

/** A short knock: noise through a narrow filter that dies away. */
export async function knock() {
  const context = await heard();
  if (!context) return;
  const { sampleRate, currentTime, destination } = context;
  const length = Math.floor(sampleRate * 0.06);
  const buffer = context.createBuffer(1, length, sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i += 1) samples[i] = (Math.random() * 2 - 1) * Math.exp((-9 * i) / length);
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: 1900, Q: 1.4 });
  source.connect(filter).connect(new GainNode(context, { gain: 0.9 })).connect(destination);
  source.start(currentTime);
}

/** A short tone: something is called. */
async function tone() {
  const context = await heard();
  if (!context) return;
  const { currentTime, destination } = context;
  const source = new OscillatorNode(context, { frequency: 880 });
  const gain = new GainNode(context, { gain: 0.25 });
  gain.gain.setTargetAtTime(0, currentTime + 0.08, 0.03);
  source.connect(gain).connect(destination);
  source.start(currentTime);
  source.stop(currentTime + 0.3);
}

/**
 * Reads a text out; a browser without a voice sounds a tone.
 * @param {string} text
 */
export function readOut(text) {
  if (!("speechSynthesis" in window) || speechSynthesis.getVoices().length === 0) void tone();
  if (!("speechSynthesis" in window)) return;
  const spoken = new SpeechSynthesisUtterance(text);
  spoken.lang = { en: "en", "zh-Hans": "zh-CN", "zh-Hant": "zh-TW" }[language()] ?? "en";
  speechSynthesis.cancel();
  speechSynthesis.speak(spoken);
}
