using IwTune.Agent.Engine.History;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Cli.Output.Json;

/// <summary>What <c>history --json</c> writes.</summary>
internal static class HistoryJson
{
    public static IReadOnlyList<PastChange> Of(IEnumerable<Transaction> transactions) =>
        [
            .. transactions.Select(past => new PastChange(
                past.Id,
                past.Kind,
                past.At,
                past.Content?.Policy,
                past.Content?.Revision,
                past.Digest,
                past.Confirmed,
                past.Undone,
                [
                    .. past.Changes.Select(change => new PastStep(
                        change.TargetId,
                        change.Before.Window,
                        change.Wanted,
                        change.Outcome,
                        change.Detail,
                        change.By,
                        change.First
                    )),
                ]
            )
            {
                Why = past.Why.Length == 0 ? null : past.Why,
            }),
        ];
}

internal sealed record PastChange(
    long Id,
    TransactionKind Kind,
    DateTimeOffset At,
    string? Policy,
    int? Revision,
    string Digest,
    bool Confirmed,
    bool Undone,
    IReadOnlyList<PastStep> Steps
)
{
    /// <summary>What the host decided itself, and why.</summary>
    public string? Why { get; init; }
}

internal sealed record PastStep(string Target, Window From, Window To, string? Outcome, string Detail, string By, bool First);
