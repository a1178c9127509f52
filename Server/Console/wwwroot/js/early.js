// Runs before the body: what needs script is hidden by CSS until this says there is one.
document.documentElement.dataset.script = "";
