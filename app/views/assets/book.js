// On a narrow screen one text is shown at a time: that of the button, in all laws.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-on]:is(button)");
  if (!button) return;
  for (const grid of document.querySelectorAll(".grid")) {
    grid.dataset.on = button.dataset.on;
    for (const cell of grid.querySelectorAll(".cell")) cell.classList.toggle("on", cell.dataset.key === button.dataset.on);
  }
  for (const other of document.querySelectorAll(".switch button")) other.setAttribute("aria-pressed", String(other.dataset.on === button.dataset.on));
});
