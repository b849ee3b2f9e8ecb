// What every three.js page has: a renderer, a camera, light, a ground, and a loop. Nothing here is about Pliant.
import {
  CircleGeometry,
  Color,
  DirectionalLight,
  Fog,
  HemisphereLight,
  Mesh,
  MeshStandardMaterial,
  PCFShadowMap,
  PerspectiveCamera,
  Scene,
  WebGLRenderer,
} from 'three';

/** @param {HTMLCanvasElement} canvas */
export function makeStage(canvas) {
  const renderer = new WebGLRenderer({ canvas, antialias: true });
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = PCFShadowMap;
  const scene = new Scene();
  scene.background = new Color('#dfe7ee');
  scene.fog = new Fog('#dfe7ee', 6, 16);
  const camera = new PerspectiveCamera(40, 1, 0.1, 50);

  const ground = new Mesh(new CircleGeometry(16, 64), new MeshStandardMaterial({ color: '#c7d3dd', roughness: 1 }));
  ground.rotation.x = -Math.PI / 2;
  ground.receiveShadow = true;
  const sun = new DirectionalLight('#fff4e0', 2.6);
  sun.position.set(2.5, 4, 3);
  sun.castShadow = true;
  sun.shadow.mapSize.set(768, 768);
  sun.shadow.camera.left = sun.shadow.camera.bottom = -4;
  sun.shadow.camera.right = sun.shadow.camera.top = 4;
  scene.add(ground, sun, new HemisphereLight('#ffffff', '#9aa8b5', 1.4));

  /** @param {(seconds: number) => void} draw Called before each frame. */
  const play = (draw) => {
    renderer.setAnimationLoop((milliseconds) => {
      const { clientWidth: width, clientHeight: height } = canvas;
      const ratio = Math.min(2, devicePixelRatio);
      if (canvas.width !== Math.floor(width * ratio) || canvas.height !== Math.floor(height * ratio)) {
        renderer.setPixelRatio(ratio);
        renderer.setSize(width, height, false);
        camera.aspect = width / height;
        // Narrow windows see as much to the sides as square ones.
        camera.fov = camera.aspect < 1 ? Math.min(75, 40 / camera.aspect) : 40;
        camera.updateProjectionMatrix();
      }
      draw(milliseconds / 1000);
      renderer.render(scene, camera);
    });
  };
  return { scene, camera, play };
}

/**
 * Where a pointer is over a canvas, as `Raycaster.setFromCamera` wants it.
 *
 * @param {PointerEvent} event
 * @param {import('three').Vector2} out
 */
export function pointerOn({ clientX, clientY, currentTarget }, out) {
  const { left, top, width, height } = /** @type {Element} */ (currentTarget).getBoundingClientRect();
  return out.set(((clientX - left) / width) * 2 - 1, 1 - ((clientY - top) / height) * 2);
}
