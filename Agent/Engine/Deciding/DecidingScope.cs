using IwTune.Agent.Engine.Passive;
using IwTune.Shared.Model.Deciding;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine.Deciding;

/// <summary>One scope whose window this host decides, with what was seen of its connections.</summary>
internal sealed class DecidingScope(string scope, DecidedWindow window)
{
    /// <summary>Transfers that an expectation covers: the last ones that ended.</summary>
    private const int MostSeen = 512;

    /// <summary>Connections that began before a change end after it, and their initial window is then not always known.</summary>
    private static readonly TimeSpan Settling = TimeSpan.FromSeconds(5);

    /// <summary>So many connections that filled the window and cannot be judged are no accident.</summary>
    private const int ManyUnjudged = 20;

    private readonly Queue<SeenTransfer> _seen = new();
    private int _unjudged;

    private const string Unjudged =
        "No connection counts: where responses exceed the window, losses of first flights can be judged only under cubic and reno.";

    public string Scope { get; } = scope;

    public DecidedWindow Window { get; set; } = window;

    public string Word => Window.Bounds.Word;

    public string Last { get; private set; } = "";

    public DateTimeOffset? LastAt { get; private set; }

    public StoredScope Stored => new(Scope, Word, Window.State, Last, LastAt);

    public static DecidingScope Resume(StoredScope stored, Steering bounds) =>
        new(stored.Scope, DecidedWindow.Resume(bounds, stored.State)) { Last = stored.Last, LastAt = stored.LastAt };

    public void Add(ConnectionSample sample)
    {
        // RFC 9040 Appendix C: connections within the own network say nothing about paths.
        if (
            sample.Target.OnLink
            || sample.Connection.Mss <= 0
            || (sample.At - Window.Changed) is var since && since >= TimeSpan.Zero && since < Settling
        )
            return;
        var connection = sample.Connection;
        var segments = (connection.BytesSent + connection.Mss - 1) / connection.Mss;
        _unjudged += sample.FirstFlightLoss is null && segments >= sample.InitialSegments && _unjudged < ManyUnjudged ? 1 : 0;
        Window.Add(
            new FlightSample(
                sample.At,
                sample.InitialSegments,
                segments,
                sample.FirstFlightLoss,
                connection.Cwnd,
                connection.PeerWindow / connection.Mss
            )
        );
        if (connection is not { BytesSent: > 0, RttMicroseconds: > 0 and var rtt })
            return;
        _seen.Enqueue(new SeenTransfer(connection.BytesSent, rtt, connection.Mss));
        if (_seen.Count > MostSeen)
            _seen.Dequeue();
    }

    public Decision? Evaluate(DateTimeOffset now, Sight sight)
    {
        if (Window.Evaluate(now, sight) is not { } decision)
            return null;
        Last = DecisionText.Of(decision, Window.Bounds, Expectation.Of(_seen, decision.From, decision.To));
        LastAt = now;
        return decision;
    }

    /// <summary>Reverts a decision that could not be set.</summary>
    public void Restore(int value, string why, DateTimeOffset now)
    {
        Window = DecidedWindow.Resume(Window.Bounds, Window.State with { Value = value });
        (Last, LastAt) = (why, now);
    }

    public DecidedScope Told(string note)
    {
        var (min, max) = Window.Bounds switch
        {
            Steering.Auto auto => (auto.Min, auto.Max),
            Steering.Learned learned => (learned.Start!.Value, learned.Max),
            _ => (Window.Value, Window.Value),
        };
        return new DecidedScope
        {
            Scope = Scope,
            Word = Word,
            Value = Window.Value,
            Min = min,
            Max = max,
            Changed = Window.Changed,
            Connections = Window.Connections,
            Losses = Window.Losses,
            Last = Last,
            LastAt = LastAt,
            Note = note.Length > 0 || Window.Connections > 0 || _unjudged < ManyUnjudged ? note : Unjudged,
        };
    }
}
