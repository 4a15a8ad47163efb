export function EmptyEpisode() {
  return (
    <div aria-hidden className="grille rounded-card bg-well py-12.5 shadow-pit">
      <div className="h-[1.5px] bg-rim opacity-55" />
    </div>
  );
}
