/** Makes a curtain away from the page: the large one takes a quarter of a second, in which nothing could be drawn. */
import { transferablesOf } from 'pliant';
import { LARGE_CURTAIN, createCurtainScene } from '../../scenes/curtain.js';
import type { Size } from './state.js';

self.addEventListener('message', ({ data }: MessageEvent<Size>) => {
  const scene = createCurtainScene(data === 'large' ? LARGE_CURTAIN : {});
  self.postMessage(scene, { transfer: transferablesOf(scene) });
});
