/** What the room of continuous time needs, loaded when somebody goes there. */
export { TimeClient } from './model/time-client.js';
export { TimeShow } from './time-show.js';
