/** Makes a film, finds its first touch, and takes its trees from moment to moment, away from the page. One worker for one film. */
import { formatCount } from './format.js';
import { findTouches } from './first-touch.js';
import { makeFilm } from './make-film.js';
import type { FilmChoice, TimeOrder, TimeReply } from './time-messages.js';
import { TimeSimulation } from './time-simulation.js';

const MAKING: Readonly<Record<FilmChoice['film'], string>> = {
  tablecloth: 'Letting a cloth fall…',
  shirt: 'Putting on a shirt, and walking…',
  dress: 'Putting on a dress, and dancing…',
  spheres: 'Letting two balloons grow…',
};

let simulation: TimeSimulation | undefined;

self.addEventListener('message', ({ data }: MessageEvent<TimeOrder>) => {
  try {
    if (data.kind === 'open') open(data.choice);
    else if (simulation !== undefined) reply({ kind: 'there', moment: simulation.go(data.wish) });
  } catch (error) {
    reply({ kind: 'refused', message: error instanceof Error ? error.message : String(error) });
  }
});

function open(choice: FilmChoice): void {
  const making = MAKING[choice.film];
  reply({ kind: 'progress', what: making });
  const film = makeFilm(choice, (share) => reply({ kind: 'progress', what: making, share }));
  const { triangleCount } = film.cloth.mesh;
  const looking = 'Looking for the first touch…';
  reply({ kind: 'progress', what: looking, share: 0 });
  const touches = findTouches(film, (share) => reply({ kind: 'progress', what: looking, share }));
  reply({ kind: 'progress', what: `Building trees over ${formatCount(triangleCount)} triangles…` });
  simulation = new TimeSimulation(film, touches.touch);
  reply({ kind: 'opened', opened: { film, touches } });
}

function reply(message: TimeReply): void {
  const transfer = message.kind === 'there' ? [message.moment.cloth.buffer, message.moment.obstacle.buffer] : [];
  self.postMessage(message, { transfer });
}
