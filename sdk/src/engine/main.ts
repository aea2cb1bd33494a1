// The engine hands itself to the loader that has put its script into the page.
import { type Engine, engineEvent } from "../bridge";
import { App } from "./app";
import { Bed } from "./awake";

const bed = new Bed();
const engine: Engine = { start: (job) => new App(job, bed) };

document.currentScript?.dispatchEvent(new CustomEvent(engineEvent, { detail: engine }));
