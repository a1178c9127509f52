import { look } from "./look.js";
import { copy } from "./copy.js";
import { ages } from "./ages.js";
import { tableKeys } from "./table-keys.js";
import { selection } from "./selection.js";
import { palette } from "./palette.js";
import { shortcuts } from "./shortcuts.js";
import { typed } from "./typed.js";
import { editor } from "./editor.js";
import { live } from "./live.js";
import { late } from "./late.js";
import { stream } from "./stream.js";
import { passkeys } from "./passkeys.js";
import { menus } from "./menus.js";
import { notify } from "./notify.js";
import { signOut } from "./sign-out.js";
import { activity } from "./activity.js";
import { print } from "./print.js";
import { zone } from "./zone.js";
import { answer } from "./answer.js";

const parts = [
  look, copy, ages, tableKeys, selection, palette, shortcuts, typed, editor, menus, passkeys, late, live, stream, activity, notify, zone,
  signOut, print, answer,
];
for (const part of parts) part();
