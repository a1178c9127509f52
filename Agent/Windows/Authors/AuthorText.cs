using IwTune.Agent.Ports;
using IwTune.Agent.Windows.Authors.Clues;
using IwTune.Shared.Formatting;

namespace IwTune.Agent.Windows.Authors;

/// <summary>The sentences about an author. What an event log shows is a coincidence in time, and each of them says so.</summary>
internal static class AuthorText
{
    private static readonly TimeSpan Booting = TimeSpan.FromMinutes(5);

    /// <summary>An author whom a clue suggests.</summary>
    public static Attribution Of(Clue clue, ChangeMoment change, DateTimeOffset boot) =>
        new(
            $"{Attribution.Probably}{clue.Who}",
            $"{clue.What} {Distance(clue.At, change)}{AtBoot(change, boot)}; a coincidence in the event log, not proof",
            change.At
        )
        {
            Advice = clue.Advice,
        };

    /// <summary>No clue.</summary>
    /// <param name="change">When.</param>
    /// <param name="boot">When Windows started.</param>
    /// <param name="why">Why there is none, in words.</param>
    /// <param name="advice">What to switch on, as a sentence; empty when there is nothing.</param>
    public static Attribution Unknown(ChangeMoment change, DateTimeOffset boot, string why, string advice) =>
        new(
            Attribution.NotKnown,
            $"written {(change.Exact ? $"at {Time(change.At)}" : $"between {Time(change.After)} and {Time(change.At)}")}"
                + $"{AtBoot(change, boot)}; {why}",
            change.At
        )
        {
            Advice = advice,
        };

    private static string Distance(DateTimeOffset at, ChangeMoment change) =>
        !change.Exact ? $"at {Time(at)}, the change was noticed at {Time(change.At)}"
        : at <= change.At ? Invariant.Text($"{(change.At - at).TotalSeconds:0.#} s before the change")
        : Invariant.Text($"{(at - change.At).TotalSeconds:0.#} s after the change");

    private static string AtBoot(ChangeMoment change, DateTimeOffset boot) =>
        change.Exact && change.At >= boot && change.At - boot <= Booting
            ? Invariant.Text($", at boot ({(change.At - boot).TotalSeconds:0} s after Windows started)")
            : "";

    private static string Time(DateTimeOffset at) => Invariant.Text($"{at.UtcDateTime:HH:mm:ss}Z");
}
