namespace IwTune.Shared.Fleet.Insight;

/// <summary>What a change on some hosts did, beside hosts without it: the answer to <see cref="FleetPaths.Canary"/>.</summary>
/// <param name="On">The day of the change (UTC); no period holds it.</param>
/// <param name="Days">Whole days before it, and as many after it.</param>
/// <param name="Canaries">Hosts with the change.</param>
/// <param name="Matched">Hosts without it, in the same time; none of them is a canary.</param>
/// <param name="Seed">Of the drawing of hosts: the same evidence gives the same intervals.</param>
/// <param name="Figures">Every figure that at least three hosts on each side have.</param>
public sealed record FleetCanary(DateOnly On, int Days, int Canaries, int Matched, ulong Seed, IReadOnlyList<CanaryEffect> Figures);

/// <summary>By how much more one figure changed on the canaries than on the matched hosts.</summary>
/// <param name="Name">Of what.</param>
/// <param name="Unit"><c>share</c> (0.01 is one percentage point) or <c>ms</c>.</param>
/// <param name="Effect">Positive for more of it.</param>
/// <param name="Low">Lower end of the 95 % interval.</param>
/// <param name="High">Upper end.</param>
/// <param name="Canaries">Canaries with enough connections in both periods.</param>
/// <param name="Matched">Matched hosts that had.</param>
public sealed record CanaryEffect(string Name, string Unit, double Effect, double Low, double High, int Canaries, int Matched);
