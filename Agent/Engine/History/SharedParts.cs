using IwTune.Shared.Policies;

namespace IwTune.Agent.Engine.History;

/// <summary>
/// The parts that entries read from a journal have in common: thousands of them name the same targets, boots and windows, which then are
/// one object each.
/// </summary>
internal sealed class SharedParts
{
    private readonly HashSet<string> _texts = new(StringComparer.Ordinal);
    private readonly HashSet<Window> _windows = [];

    public JournalEntry Of(JournalEntry read) =>
        read with
        {
            Target = One(read.Target, _texts),
            BootId = One(read.BootId, _texts),
            Digest = One(read.Digest, _texts),
            By = One(read.By, _texts),
            Outcome = One(read.Outcome, _texts),
            Window = One(read.Window, _windows),
            Wanted = One(read.Wanted, _windows),
        };

    private static T? One<T>(T? part, HashSet<T> known)
        where T : class => part is null || known.Add(part) || !known.TryGetValue(part, out var first) ? part : first;
}
