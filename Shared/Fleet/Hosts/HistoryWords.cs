using IwTune.Shared.Wire;

namespace IwTune.Shared.Fleet.Hosts;

/// <summary>What happened to a host, in the words that command line and console share.</summary>
public static class HistoryWords
{
    private static readonly Dictionary<string, string> Words = new(StringComparer.Ordinal)
    {
        [nameof(HostEventKind.Received)] = "Bundle received",
        [nameof(HostEventKind.Rejected)] = "Bundle refused",
        [nameof(HostEventKind.Applied)] = "Applied",
        [nameof(HostEventKind.ApplyFailed)] = "Apply failed",
        [nameof(HostEventKind.Confirmed)] = "Confirmed",
        [nameof(HostEventKind.PutBack)] = "Restored",
        [nameof(HostEventKind.Drifted)] = "Drifted",
        [nameof(HostEventKind.Repaired)] = "Repaired",
        [nameof(HostEventKind.Decided)] = "Decided",
        [nameof(HostEventKind.OwnerFights)] = "Owner fights",
        [nameof(HostEventKind.Held)] = "Held",
        [nameof(HostEventKind.Released)] = "Released",
        [nameof(HostEventKind.Overridden)] = "Local override",
        [nameof(HostEventKind.Experiment)] = "Experiment",
        [nameof(HostEventKind.ReportsLost)] = "Reports lost",
        [nameof(HostHistoryEntry.Verdict)] = "Verdict",
        ["Enrolled"] = "Enrolled",
        ["Retired"] = "Retired",
        ["Labelled"] = "Labels changed",
        ["SecretReplaced"] = "New secret",
        ["KeyRegistered"] = "Key registered",
        ["ProofRefused"] = "Proof refused",
        ["SameMachine"] = "Same machine id",
        ["StoreBehind"] = "Store behind",
        ["WentBack"] = "State went back",
        ["CloneSuspected"] = "Clone suspected",
        ["CloneDecided"] = "Clone decided",
        ["CloneAdopted"] = "Clone adopted",
    };

    /// <param name="kind">As in <see cref="HostHistoryEntry.Kind"/>.</param>
    /// <returns>The kind itself when it is unknown here: a newer server has more.</returns>
    public static string Of(string kind) => Words.GetValueOrDefault(kind, kind);
}
