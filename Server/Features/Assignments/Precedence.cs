using IwTune.Shared.Fleet.Policies;

namespace IwTune.Server.Features.Assignments;

/// <summary>Why one assignment decides for a host and the others that match it do not.</summary>
internal static class Precedence
{
    private const int Told = 3;

    /// <summary>In place of a selector that names hosts outside the caller's scope.</summary>
    private const string Untold = "(names hosts outside your scope)";

    /// <summary>As a sentence's end: <c>edge-web beats default: priority 20 > 0</c>.</summary>
    /// <param name="matching">Every assignment that matches, the winner first.</param>
    public static string Explain(IReadOnlyList<Assignment> matching)
    {
        if (matching.Count == 1)
            return "the only one that matches";
        var losers = matching.Skip(1).Take(Told).Select(loser => Over(matching[0], loser));
        return string.Join("; ", losers) + (matching.Count - 1 > Told ? $"; and {matching.Count - 1 - Told} more" : "");
    }

    /// <summary>The same as a list, every loser in it.</summary>
    /// <param name="matching">Every assignment that matches, the winner first.</param>
    /// <param name="tells">Whether the caller may read a selector.</param>
    public static IReadOnlyList<AssignmentChoice> Choices(IReadOnlyList<Assignment> matching, Func<Selector, bool> tells)
    {
        var all = matching.All(one => tells(one.Selector));
        return
        [
            .. matching.Select(
                (one, at) =>
                    new AssignmentChoice(
                        one.Id,
                        tells(one.Selector) ? one.Selector.ToString() : Untold,
                        one.Policy,
                        one.Priority,
                        at == 0,
                        at > 0
                            ? all
                                ? Over(matching[0], one)
                                : "another assignment applies"
                            : matching.Count == 1
                                ? "the only one that matches"
                                : "decides"
                    )
            ),
        ];
    }

    private static string Over(Assignment winner, Assignment loser)
    {
        var (name, other) =
            winner.Policy == loser.Policy
                ? ($"{winner.Policy} by '{winner.Selector}'", $"'{loser.Selector}'")
                : (winner.Policy, loser.Policy);
        return winner.Priority != loser.Priority
            ? $"{name} beats {other}: priority {winner.Priority} > {loser.Priority}"
            : $"{name} beats {other}: both have priority {winner.Priority}, and it was assigned more recently";
    }
}
