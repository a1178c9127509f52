using System.Diagnostics.CodeAnalysis;
using IwTune.Agent.Engine;
using IwTune.Agent.Reporting;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Control;

/// <summary>Puts what happened into the outbox and wakes the shipper. A full or broken outbox never stops enforcement.</summary>
public sealed class Reporter(Outbox outbox, EvidenceFilter news, Shipper shipper, AgentLog log)
{
    private EvidenceFilter _news = news;

    /// <summary>The longest text of an event that a server takes, characters; a sentence for each of a thousand routes is longer.</summary>
    private const int MaxText = 4000;

    /// <summary>The longest name that a server takes, characters.</summary>
    private const int MaxName = 500;

    /// <summary>Why the last line could not be kept, as a sentence; empty when it could.</summary>
    public string Problem { get; private set; } = "";

    /// <summary>Reports the result of a turn.</summary>
    public void Report(HostState state, IReadOnlyList<HostEvent> events, IReadOnlyList<Evidence> evidence)
    {
        Keep(() =>
        {
            outbox.Put(state);
            return outbox.Append([.. events.Select(Cut)], [.. evidence.Where(_news.IsNews)]);
        });
    }

    /// <summary>Reports an event.</summary>
    public void Report(HostEvent happened) => Keep(() => outbox.Append(Cut(happened)));

    /// <summary>Reports measurements.</summary>
    public void Report(IReadOnlyList<Evidence> evidence) => Keep(() => outbox.Append([], [.. evidence.Where(_news.IsNews)]));

    /// <summary>Reports that the host has changed.</summary>
    public void Report(HostFacts facts) =>
        Keep(() =>
        {
            outbox.Append(facts);
            return true;
        });

    /// <summary>The server lost lines that it had made durable: reports that, and sends once more what the host is and has.</summary>
    /// <param name="durable">Number of the last line the server has.</param>
    /// <param name="facts">What the host is.</param>
    public void Again(long durable, HostFacts facts) =>
        Keep(() =>
        {
            var had = outbox.Durable;
            if (durable >= had)
                return true;
            outbox.GoOnAfter(durable);
            _news = new EvidenceFilter();
            outbox.Append(facts);
            return outbox.Append(
                new HostEvent(
                    HostEventKind.ReportsLost,
                    "",
                    $"The server had made report lines up to {had} durable and has them up to {durable} only: its store was restored "
                        + "from a backup, or this host enrolled again. The host's facts and state are reported again."
                )
            );
        });

    private static HostEvent Cut(HostEvent happened) =>
        happened with
        {
            Text = Cut(happened.Text, MaxText),
            Writer = Cut(happened.Writer, MaxName),
            Target = Cut(happened.Target, MaxName),
        };

    [return: NotNullIfNotNull(nameof(text))]
    private static string? Cut(string? text, int most) => text is null || text.Length <= most ? text : $"{text[..(most - 1)]}…";

    private void Keep(Func<bool> append)
    {
        var before = Problem;
        try
        {
            Problem = append() ? "" : "The outbox is full; newer report lines are counted and dropped until the server is reached.";
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            Problem = $"The outbox cannot be written: {e.Message}";
        }
        if (Problem.Length > 0 && Problem != before)
            log.Warn(Problem);
        shipper.Nudge();
    }
}
