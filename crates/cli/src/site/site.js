document.addEventListener("click", (event) => {
  const button = event.target.closest(".copy");
  if (!button) return;
  navigator.clipboard.writeText(button.previousElementSibling.textContent).then(
    () => { button.textContent = "copied"; },
    () => { getSelection().selectAllChildren(button.previousElementSibling); button.textContent = "selected"; },
  );
});
