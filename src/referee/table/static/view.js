// Preact and htm under one roof, as the rest of the page uses them.
import { h, render, createContext, Fragment } from "./vendor/preact.js";
import htm from "./vendor/htm.js";

export { useState, useEffect, useRef, useMemo, useContext, useReducer, useCallback, useLayoutEffect } from "./vendor/hooks.js";
export { h, render, createContext, Fragment };
export const html = htm.bind(h);
