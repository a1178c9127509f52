using IwTune.Agent.Cli.Output;
using IwTune.Shared.Model;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Predicting;

/// <summary>Asks the model: the closed form where it covers everything, otherwise event by event.</summary>
internal static class ModelQuestion
{
    /// <summary>A row for each size, round-trip time and window, in the order of the question.</summary>
    public static List<PredictedRow> Of(Question question)
    {
        var rows = new List<PredictedRow>();
        foreach (var size in question.Sizes)
        {
            foreach (var rtt in question.Rtts)
            {
                double? first = null;
                foreach (var window in question.Windows)
                {
                    var row = Row(question.Path with { SizeBytes = size, Rtt = rtt, InitCwnd = window }, question);
                    rows.Add(first is { } ms ? row with { SavedMs = Math.Round(ms - row.Ms, 4) } : row);
                    first ??= row.Ms;
                }
            }
        }
        return rows;
    }

    /// <summary>
    /// A flight of one segment whose receiver waits for a second one would wait for the sender's timer; receivers of that time stopped
    /// waiting after 200 ms (4.4BSD, RFC 1122 §4.2.3.2).
    /// </summary>
    public static SimulatedConditions Of(Transfer transfer, SimulatedConditions conditions) =>
        conditions.AckEvery > 1 && SlowStart.Predict(transfer).EffectiveSegments == 1
            ? conditions with
            {
                DelayedAck = TimeSpan.FromMilliseconds(200),
            }
            : conditions;

    private static PredictedRow Row(Transfer transfer, Question question)
    {
        var conditions = question.Conditions;
        var origin = question.Miss?.Fetch(transfer.SizeBytes, question.IsQuic ? null : transfer.Mss);
        var closed = SlowStart.Predict(transfer);
        var ran = conditions is null ? null : SlowStartSimulator.Run(transfer, Of(transfer, conditions));
        var bound = closed.EffectiveSegments < transfer.InitCwnd;
        return new PredictedRow(
            transfer.SizeBytes,
            transfer.Rtt.TotalMilliseconds,
            transfer.InitCwnd,
            ran?.Rounds ?? closed.Rounds,
            ((ran?.Total ?? closed.Total) + (origin ?? TimeSpan.Zero)).TotalMilliseconds
        )
        {
            OriginMs = origin?.TotalMilliseconds,
            Effective = bound ? closed.EffectiveSegments : null,
            Binding = bound ? TermName.PeerWindow : null,
            Sent = ran?.Sent,
            Resent = ran?.Resent,
            Timeouts = ran?.Timeouts,
        };
    }
}
